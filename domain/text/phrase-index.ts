import { findPrefixes, prefixLength } from './pattern-prefixes.ts';

/** What a space in a phrase matches. */
const space = '[ \\n]';
/** `~` in a phrase matches an optional space, and `'` an apostrophe or none. */
const toPattern = (phrase: string) =>
  phrase.replaceAll(' ', `(?:${space})`).replaceAll('~', `${space}?`).replaceAll("'", "'?");

/** A phrase of `sense` in a text. */
export type PhraseSpan<Sense> = { sense: Sense; at: number; end: number };
export type PhraseTable<Sense extends string> = Record<Sense, readonly { phrase: string }[]>;

/**
 * The phrases that begin with the same letters: all in one pattern, and those of each sense. `hasLines`: one of them
 * tells a line break from a space; in texts of one line the others match faster.
 */
type Bucket<Sense> = { hasLines: boolean; all: RegExp; senses: { sense: Sense; words: RegExp }[] };

/** As whole words; the first pattern that matches counts. */
const compile = (patterns: string[]): RegExp => new RegExp(`(?<!\\w)(?:${patterns.join('|')})(?!\\w)`, 'y');

function createBucket<Sense>(phrases: Map<Sense, string[]>): Bucket<Sense> {
  const toLine = (pattern: string) => pattern.replaceAll(`(?:${space})`, ' ').replaceAll(space, ' ');
  const all = [...phrases.values()].flat();
  const hasLines = all.some((pattern) => toLine(pattern).includes('\\n'));
  const compileLine = (patterns: string[]) => compile(hasLines ? patterns : patterns.map(toLine));
  const senses = [...phrases].map(([sense, patterns]) => ({ sense, words: compileLine(patterns) }));
  return { hasLines, all: compileLine(all), senses };
}

/** What ends or divides a group of alternatives, and what may contain such characters. */
const groupToken = /\\.|\[(?:\\.|[^\]\\])*\]|[()|]/g;
const depthSteps: Record<string, number> = { '(': 1, ')': -1 };

/** The alternatives that a pattern begins with, and its rest. */
function splitAlternatives(pattern: string): { alternatives: string[]; rest: string } {
  const alternatives: string[] = [];
  let [depth, from] = [0, '(?:'.length];
  for (const { 0: token, index } of pattern.matchAll(groupToken)) {
    depth += depthSteps[token] ?? 0;
    if (depth > 1 || (depth === 1 && token !== '|')) continue;
    alternatives.push(pattern.slice(from, index));
    from = index + 1;
    if (depth === 0) break;
  }
  const rest = pattern.slice(from);
  if (!pattern.startsWith('(?:') || /^(?:[*+{]|\?\?)/.test(rest)) return { alternatives: [pattern], rest: '' };
  return rest.startsWith('?') ? { alternatives: [...alternatives, ''], rest: rest.slice(1) } : { alternatives, rest };
}

/** The alternatives of a pattern as a whole. */
function listAlternatives(pattern: string): string[] {
  const { alternatives } = splitAlternatives(`(?:${pattern})`);
  if (alternatives.length > 1) return alternatives.flatMap(listAlternatives);
  const group = splitAlternatives(pattern);
  const isWhole = group.rest === '' && group.alternatives[0] !== pattern;
  return isWhole ? group.alternatives.flatMap(listAlternatives) : [pattern];
}

/** The part of a pattern that matches texts with a prefix, by prefix: small patterns compile and fail fast. */
function splitByPrefix(pattern: string): Map<string, string> {
  const { alternatives, rest } = splitAlternatives(pattern);
  const byPrefix = new Map<string, string[]>();
  for (const alternative of alternatives)
    for (const prefix of findPrefixes(`(?:${alternative})${rest}`) ?? [''])
      byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), alternative]);
  return new Map([...byPrefix].map(([prefix, parts]) => [prefix, `(?:${parts.join('|')})${rest}`]));
}

/** The longest phrase of each sense first. */
function groupByPrefix<Sense extends string>(table: PhraseTable<Sense>): Map<string, Map<Sense, string[]>> {
  const groups = new Map<string, Map<Sense, string[]>>();
  const byLength = (one: string, other: string) => other.length - one.length;
  for (const sense of Object.keys(table) as Sense[]) // the keys of the table are its senses
    for (const pattern of table[sense]
      .map(({ phrase }) => toPattern(phrase))
      .toSorted(byLength)
      .flatMap(listAlternatives))
      for (const [prefix, part] of splitByPrefix(pattern)) {
        const senses = groups.get(prefix) ?? new Map<Sense, string[]>();
        groups.set(prefix, senses.set(sense, [...(senses.get(sense) ?? []), part]));
      }
  return groups;
}

/** Each digit as 0, as in the prefixes; normalized texts are Latin-1. */
const fold = (code: number) => (code > 0x2f && code < 0x3a ? 0x30 : code & 0xff);
const maxCode = 0x1_00;
const isWordCharacter = (code: number) =>
  (code > 0x60 && code < 0x7b) || (code > 0x2f && code < 0x3a) || code === 0x5f || (code > 0x40 && code < 0x5b);

/** A prefix as a number, a missing letter as 0. */
function toKey(text: string, at: number, length: number): number {
  let key = 0;
  for (let i = at; i < at + length; i++) key = key * maxCode + (i < text.length ? fold(text.charCodeAt(i)) : 0);
  return key * maxCode ** (prefixLength - length);
}

type Buckets<Sense> = { lengths: number[]; byKey: Map<number, Bucket<Sense>> };

function createBuckets<Sense extends string>(table: PhraseTable<Sense>): Buckets<Sense> {
  const groups = groupByPrefix(table);
  const lengths = [...new Set([...groups.keys()].map(({ length }) => length))];
  const byKey = new Map(
    [...groups].map(([prefix, phrases]) => [toKey(prefix, 0, prefix.length), createBucket(phrases)]),
  );
  return { lengths, byKey };
}

/** The second use of a pattern compiles it to machine code. */
const usesToCompile = 2;
const compilers: (() => Iterable<RegExp>)[] = [];

/**
 * Compiles what each text is tried with in all indexes, one pattern after the other as the result is read. Otherwise
 * each is compiled by the first texts that need it, which takes seconds in all. Most senses are in no text: theirs are
 * left to the first text that has them.
 */
export function* compilePhrasePatterns(): Generator<undefined> {
  for (const listPatterns of compilers) {
    for (const pattern of listPatterns()) {
      for (let uses = 0; uses < usesToCompile; uses++) {
        pattern.lastIndex = 0;
        pattern.test('');
      }
      yield;
    }
  }
}

/**
 * Finds all phrases of a table in a normalized text, of each sense the first at a position. Only those are tried that
 * begin with the letters at that position, so that a text is read as fast with a thousand phrases as with a hundred. A
 * thread that reads no text builds no index.
 */
export function createPhraseIndex<Sense extends string>(table: PhraseTable<Sense>) {
  let buckets: Buckets<Sense> | null = null;
  const getBuckets = () => (buckets ??= createBuckets(table));
  compilers.push(() => Array.from(getBuckets().byKey.values(), ({ all }) => all));

  return function findSpans(text: string): PhraseSpan<Sense>[] {
    const line = text.replaceAll('\n', ' ');
    const { lengths, byKey } = getBuckets();
    const spans: PhraseSpan<Sense>[] = [];
    let isInWord = false;
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      const isWordCode = isWordCharacter(code);
      const isStart = !isInWord && code !== 0x20 && code !== 0;
      isInWord = isWordCode;
      if (!isStart) continue;
      for (const length of lengths) {
        const bucket = byKey.get(toKey(line, at, length));
        if (bucket !== undefined) addSpans(bucket.hasLines ? text : line, at, bucket, spans);
      }
    }
    return spans;
  };
}

function addSpans<Sense>(text: string, at: number, { all, senses }: Bucket<Sense>, spans: PhraseSpan<Sense>[]): void {
  all.lastIndex = at;
  if (!all.test(text)) return;
  for (const { sense, words } of senses) {
    words.lastIndex = at;
    if (words.test(text)) spans.push({ sense, at, end: words.lastIndex });
  }
}
