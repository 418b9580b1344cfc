import { mayHave } from './bloom.ts';
import { correlationKey, personKey, type Summary, trigramKeys } from './index-blocks.ts';
import { type IndexLine, normalizeForSearch } from './index-line.ts';

/**
 * The filters of a search; null stands for all. `person` is an id, `stream` may end in `*`; times are ms since 1970.
 */
export type EventFilters = {
  person: string | null;
  stream: string | null;
  type: string | null;
  from: number | null;
  to: number | null;
  q: string | null;
};
export const allEvents: EventFilters = { person: null, stream: null, type: null, from: null, to: null, q: null };

export type CompiledFilter = {
  /** Whether there is no filter, so that every event matches. */
  isAll: boolean;
  /** Whether the block may hold a matching event. */
  block: (summary: Summary) => boolean;
  /** Texts that the line of a matching event contains, the rarest first. */
  needles: Buffer[];
  line: (line: IndexLine) => boolean;
};

/**
 * All words of the text must occur, and all other filters must match too. `tokens` name the person in the stored events
 * whose members are sealed.
 */
export function compileFilter(filters: EventFilters, tokens: readonly string[] = []): CompiledFilter {
  const normalized = { ...normalizeFilters(filters), tokens: new Set(tokens) };
  const keys = toKeys(normalized);
  const { least, most } = normalized;
  const people = toPeople(normalized).map(personKey);
  return {
    isAll:
      keys.length === 0 &&
      people.length === 0 &&
      normalized.begin === null &&
      normalized.words.length === 0 &&
      !(least > -Infinity || most < Infinity),
    needles: requiredSubstrings(normalized),
    block: ({ earliest, latest, ids }) => {
      if (latest < least || earliest > most) return false;
      if (keys.length === 0 && people.length === 0) return true;
      const bloom = Buffer.from(ids, 'base64');
      const mayHaveAny = people.length === 0 || people.some((key) => mayHave(bloom, key));
      return mayHaveAny && keys.every((key) => mayHave(bloom, key));
    },
    line: (line) =>
      line.at >= least && line.at <= most && matchesFields(line, normalized) && matchesText(line, normalized.words),
  };
}

type NormalizedFilters = Record<'person' | 'type' | 'stream' | 'begin', string | null> & {
  words: string[];
  least: number;
  most: number;
  tokens: ReadonlySet<string>;
};

/** `stream` is a whole name, `begin` a prefix of names. */
function normalizeFilters({ person, stream, type, from, to, q }: EventFilters): Omit<NormalizedFilters, 'tokens'> {
  const name = normalizeOptional(stream);
  const isOpen = name?.endsWith('*') === true;
  return {
    person: normalizeOptional(person),
    type: normalizeOptional(type),
    stream: isOpen ? null : name,
    begin: isOpen ? name.slice(0, -1) : null,
    words: (normalizeOptional(q) ?? '').split(' ').filter(Boolean),
    least: from ?? -Infinity,
    most: to ?? Infinity,
  };
}

function normalizeOptional(text: string | null): string | null {
  return text === null ? null : normalizeForSearch(text);
}

/** The person by all names that lines have for them. */
function toPeople({ person, tokens }: NormalizedFilters): string[] {
  return person === null ? [] : [person, ...tokens];
}

function toKeys({ stream, type, words }: NormalizedFilters): string[] {
  const keys = [stream && `s ${stream}`, type && `t ${type}`];
  return [...keys, ...words.flatMap(trigramKeys)].filter(isText);
}

/** Longer texts are rarer, and ids the rarest. */
function requiredSubstrings({ person, tokens, stream, begin, type, words }: NormalizedFilters): Buffer[] {
  const others = [stream, begin, type, ...words].filter(isText).toSorted((a, b) => b.length - a.length);
  return [tokens.size === 0 ? person : null, ...others].filter(isText).map((text) => Buffer.from(text));
}

function matchesFields(line: IndexLine, { person, tokens, type, stream, begin }: NormalizedFilters): boolean {
  if (person !== null && !line.people.some((one) => one === person || tokens.has(one))) return false;
  if (type !== null && line.type !== type) return false;
  return (stream === null || line.stream === stream) && (begin === null || line.stream.startsWith(begin));
}

function matchesText({ type, stream, text }: IndexLine, words: string[]): boolean {
  const searchText = `${type} ${stream} ${text}`;
  return words.every((word) => searchText.includes(word));
}

/** Blocks that may hold events with this correlation id. */
export function mayCorrelate(correlationId: string): (summary: Summary) => boolean {
  const key = correlationKey(correlationId);
  return ({ ids }) => mayHave(Buffer.from(ids, 'base64'), key);
}

function isText(text: unknown): text is string {
  return typeof text === 'string' && text !== '';
}
