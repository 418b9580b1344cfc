import { mayHave } from './bloom.ts';
import { correlationKey, personKey, type Summary } from './index-blocks.ts';
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
export function wanted({ person, stream, type, from, to, q }: Filters): Wanted {
  const [who, where, what] = [person, stream, type].map((text) => (text === null ? null : plain(text)));
  const words =
    q === null
      ? []
      : plain(q)
          .split(' ')
          .filter(Boolean)
          .toSorted((a, b) => b.length - a.length);
  const isOpen = where?.endsWith('*') ?? false;
  const streamBegin = isOpen ? where?.slice(0, -1) : where;
  const keys = [who && personKey(who), where && !isOpen && `s ${where}`, what && `t ${what}`].filter(isText);
  const others = [streamBegin, ...words, what].filter(isText).toSorted((a, b) => b.length - a.length);
  const needles = [who && ` ${who} `, ...others].filter(isText).map((text) => Buffer.from(text));
  const least = from ?? -Infinity;
  const most = to ?? Infinity;

  return {
    isAll: [person, stream, type, from, to].every((one) => one === null) && words.length === 0,
    needles,
    block: ({ earliest, latest, ids }) => {
      if (latest < least || earliest > most) return false;
      const bloom = keys.length > 0 ? Buffer.from(ids, 'base64') : null;
      return bloom === null || keys.every((key) => mayHave(bloom, key));
    },
    line: (line) => {
      if (line.at < least || line.at > most) return false;
      if (who !== null && who !== undefined && !line.people.includes(who)) return false;
      if (what !== null && what !== undefined && line.type !== what) return false;
      if (isText(streamBegin) && !(isOpen ? line.stream.startsWith(streamBegin) : line.stream === streamBegin))
        return false;
      const said = `${line.type} ${line.stream} ${line.text}`;
      return words.every((word) => said.includes(word));
    },
  };
}

/** Blocks that may hold what correlates so. */
export function mayCorrelate(correlationId: string): (summary: Summary) => boolean {
  const key = correlationKey(correlationId);
  return ({ ids }) => mayHave(Buffer.from(ids, 'base64'), key);
}

function isText(text: unknown): text is string {
  return typeof text === 'string' && text !== '';
}
