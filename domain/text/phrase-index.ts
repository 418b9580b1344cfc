import { findPrefixes } from './pattern-prefixes.ts';
import { createPrefixTrie, findByPrefix, type PrefixTrie } from './prefix-trie.ts';

/** A pattern is tried only where as many letters fit. */
const longPrefixLength = 6;
/** What a space in a phrase matches. */
const space = '[ \\n]';
/** `~` in a phrase matches an optional space, and `'` an apostrophe or none. */
const toPattern = (phrase: string) =>
  phrase.replaceAll(' ', `(?:${space})`).replaceAll('~', `${space}?`).replaceAll("'", "'?");

/** A phrase of `sense` in a text. */
export type PhraseSpan<Sense> = { sense: Sense; at: number; end: number };
export type PhraseTable<Sense extends string> = Record<Sense, readonly { phrase: string }[]>;

/** The phrases of a sense that begin with the same letters. */
type Entry<Sense> = { sense: Sense; words: RegExp; hasLines: boolean };

/** As whole words; the first pattern that matches counts. */
const compile = (patterns: string[]): RegExp => new RegExp(`(?<!\\w)(?:${patterns.join('|')})(?!\\w)`, 'y');

const toLine = (pattern: string) => pattern.replaceAll(`(?:${space})`, ' ').replaceAll(space, ' ');
const hasLineBreak = (pattern: string) => toLine(pattern).includes('\\n');

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

/** A part of a phrase whose texts begin with `begin`, and further with one of `prefixes`. */
type Part<Sense> = { sense: Sense; pattern: string; begin: string; prefixes: string[] };

/** The parts of a pattern by their beginnings: small patterns compile and fail fast. */
function splitByPrefix<Sense>(sense: Sense, pattern: string): Part<Sense>[] {
  const { alternatives, rest } = splitAlternatives(pattern);
  return alternatives.flatMap((alternative) => {
    const part = `(?:${alternative})${rest}`;
    const longer = [...(findPrefixes(part, longPrefixLength) ?? [''])];
    return Array.from(findPrefixes(part) ?? [''], (begin) => {
      const prefixes = longer.map((prefix) => (prefix.length < begin.length ? begin : prefix));
      return { sense, pattern: part, begin, prefixes: prefixes.filter((prefix) => prefix.startsWith(begin)) };
    });
  });
}

/** The longest phrase of each sense first. */
function listParts<Sense extends string>(table: PhraseTable<Sense>): Part<Sense>[] {
  const byLength = (one: string, other: string) => other.length - one.length;
  const senses = Object.keys(table) as Sense[]; // the keys of the table are its senses
  return senses.flatMap((sense) => {
    const patterns = table[sense].map(({ phrase }) => toPattern(phrase)).toSorted(byLength);
    return patterns.flatMap(listAlternatives).flatMap((pattern) => splitByPrefix(sense, pattern));
  });
}

const isWordCharacter = (code: number) =>
  (code > 0x60 && code < 0x7b) || (code > 0x2f && code < 0x3a) || code === 0x5f || (code > 0x40 && code < 0x5b);

function createEntries<Sense extends string>(table: PhraseTable<Sense>): PrefixTrie<Entry<Sense>> {
  const groups = [...Map.groupBy(listParts(table), ({ begin }) => begin)];
  const longestFirst = groups.sort(([one], [other]) => other.length - one.length);
  const rows = longestFirst.flatMap(([, group]) => {
    const hasLines = group.some(({ pattern }) => hasLineBreak(pattern));
    return [...Map.groupBy(group, ({ sense }) => sense)].flatMap(([sense, parts]) => {
      const words = compile(parts.map(({ pattern }) => (hasLines ? pattern : toLine(pattern))));
      const value = { sense, words, hasLines };
      return parts.flatMap(({ prefixes }) => prefixes.map((prefix) => ({ prefix, value })));
    });
  });
  return createPrefixTrie(rows);
}

/**
 * Finds all phrases of a table in a normalized text, of each sense the first at a position. Only those are tried that
 * begin with the letters at that position, so that a text is read as fast with a thousand phrases as with a hundred. A
 * thread that reads no text builds no index.
 */
export function createPhraseIndex<Sense extends string>(table: PhraseTable<Sense>) {
  let entries: PrefixTrie<Entry<Sense>> | null = null;
  const getEntries = () => (entries ??= createEntries(table));

  return function findSpans(text: string): PhraseSpan<Sense>[] {
    const line = text.replaceAll('\n', ' ');
    const trie = getEntries();
    const spans: PhraseSpan<Sense>[] = [];
    let isInWord = false;
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      const isStart = !isInWord && code !== 0x20 && code !== 0;
      isInWord = isWordCharacter(code);
      if (!isStart) continue;
      for (const { sense, words, hasLines } of findByPrefix(trie, line, at)) {
        words.lastIndex = at;
        if (words.test(hasLines ? text : line)) spans.push({ sense, at, end: words.lastIndex });
      }
    }
    return spans;
  };
}
