import { mayHave } from './bloom.ts';
import { correlationKey, personKey, type Summary, trigramKeys } from './index-blocks.ts';
import { type Line, plain } from './line.ts';

/** What is asked of events; null stands for all. `person` is an id, `stream` may end in `*`; times are ms since 1970. */
export type Filters = {
  person: string | null;
  stream: string | null;
  type: string | null;
  from: number | null;
  to: number | null;
  q: string | null;
};
export const allEvents: Filters = { person: null, stream: null, type: null, from: null, to: null, q: null };

export type Wanted = {
  /** Whether nothing is asked, so that every event is wanted. */
  isAll: boolean;
  /** Whether the block may have such an event. */
  block: (summary: Summary) => boolean;
  /** Texts that a line with such an event has in it, the rarest first. */
  needles: Buffer[];
  line: (line: Line) => boolean;
};

/** All words of the text must be there, and whatever else is asked must hold too. */
export function wanted(filters: Filters): Wanted {
  const asked = inPlain(filters);
  const keys = keysOf(asked);
  const { least, most } = asked;
  return {
    isAll:
      keys.length === 0 && asked.begin === null && asked.words.length === 0 && !(least > -Infinity || most < Infinity),
    needles: needlesOf(asked),
    block: ({ earliest, latest, ids }) => {
      if (latest < least || earliest > most) return false;
      const bloom = keys.length > 0 ? Buffer.from(ids, 'base64') : null;
      return bloom === null || keys.every((key) => mayHave(bloom, key));
    },
    line: (line) => line.at >= least && line.at <= most && isOf(line, asked) && says(line, asked.words),
  };
}

type Asked = Record<'person' | 'type' | 'stream' | 'begin', string | null> & {
  words: string[];
  least: number;
  most: number;
};

/** `stream` is a whole name, `begin` how names begin. */
function inPlain({ person, stream, type, from, to, q }: Filters): Asked {
  const name = plainly(stream);
  const isOpen = name?.endsWith('*') === true;
  return {
    person: plainly(person),
    type: plainly(type),
    stream: isOpen ? null : name,
    begin: isOpen ? name.slice(0, -1) : null,
    words: (plainly(q) ?? '').split(' ').filter(Boolean),
    least: from ?? -Infinity,
    most: to ?? Infinity,
  };
}

function plainly(text: string | null): string | null {
  return text === null ? null : plain(text);
}

function keysOf({ person, stream, type, words }: Asked): string[] {
  const keys = [person && personKey(person), stream && `s ${stream}`, type && `t ${type}`];
  return [...keys, ...words.flatMap(trigramKeys)].filter(isText);
}

/** Longer texts are rarer, and ids the rarest. */
function needlesOf({ person, stream, begin, type, words }: Asked): Buffer[] {
  const others = [stream, begin, type, ...words].filter(isText).toSorted((a, b) => b.length - a.length);
  return [person, ...others].filter(isText).map((text) => Buffer.from(text));
}

function isOf(line: Line, { person, type, stream, begin }: Asked): boolean {
  if (person !== null && !line.people.includes(person)) return false;
  if (type !== null && line.type !== type) return false;
  return (stream === null || line.stream === stream) && (begin === null || line.stream.startsWith(begin));
}

function says({ type, stream, text }: Line, words: string[]): boolean {
  const said = `${type} ${stream} ${text}`;
  return words.every((word) => said.includes(word));
}

/** Blocks that may hold what correlates so. */
export function mayCorrelate(correlationId: string): (summary: Summary) => boolean {
  const key = correlationKey(correlationId);
  return ({ ids }) => mayHave(Buffer.from(ids, 'base64'), key);
}

function isText(text: unknown): text is string {
  return typeof text === 'string' && text !== '';
}
