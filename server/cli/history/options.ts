import { type CommandArguments, WrongArguments } from '#server/lib/command-line/command.ts';
import type { PointInTime } from '#server/modules/audit/point-in-time/replay/point-in-time.ts';

/** The options of `npm run history`. Times are ms since 1970, both ends included; empty lists mean all. */
export type HistoryOptions = {
  streams: string[];
  types: string[];
  actor: string | null;
  since: number;
  until: number;
  limit: number;
  newestFirst: boolean;
  json: boolean;
  asOf: { moment: PointInTime; user: string } | null;
  /** The position of the event to be explained. */
  explain: number | null;
};

/** The options of `npm run history`. */
export const historyQueryOptions = {
  stream: {
    type: 'string',
    value: 'NAME',
    multiple: true,
    description: 'this stream, or NAME* for a beginning; repeatable',
  },
  type: {
    type: 'string',
    value: 'TYPE',
    multiple: true,
    description: 'these types of events; repeatable, or separated by commas',
  },
  actor: {
    type: 'string',
    value: 'WHO',
    description: 'caused by this user (id or email), or by system, scout, intake:SOURCE',
  },
  since: { type: 'string', value: 'TIME', description: 'from 2026-11-21 (local time) or 2026-11-21T10:00Z on' },
  until: { type: 'string', value: 'TIME', description: 'up to this time; a day counts to its end' },
  limit: { type: 'string', value: 'N', description: 'at most N events' },
  'newest-first': { type: 'boolean', description: 'from the end' },
  json: { type: 'boolean', description: 'one JSON object a line' },
  'as-of': { type: 'string', value: 'WHEN', description: 'the state of a user at a time or a position in the log' },
  user: { type: 'string', value: 'WHO', description: 'the user (id or email) for --as-of' },
  explain: {
    type: 'string',
    value: 'POSITION',
    description: 'what the command behind this event saw, decided and caused',
  },
} as const;

/** Throws WrongArguments with one sentence. */
export function toHistoryOptions(values: HistoryValues): HistoryOptions {
  const since = values.since === undefined ? -Infinity : parseTime('--since', values.since, 'first');
  const until = values.until === undefined ? Infinity : parseTime('--until', values.until, 'last');
  if (since > until) throw new WrongArguments('--since is after --until');
  return {
    streams: parseList('--stream', values.stream),
    types: parseList('--type', values.type),
    actor: values.actor ?? null,
    since,
    until,
    limit: values.limit === undefined ? Infinity : parseWholeNumber('--limit', values.limit),
    newestFirst: values['newest-first'] ?? false,
    json: values.json ?? false,
    asOf: parseAsOf(values),
    explain: parseExplain(values),
  };
}

type HistoryValues = CommandArguments<typeof historyQueryOptions>['values'];

function parseAsOf(values: HistoryValues): HistoryOptions['asOf'] {
  const { 'as-of': when, user } = values;
  if (when === undefined && user === undefined) return null;
  if (when === undefined) throw new WrongArguments('--user needs --as-of');
  if (user === undefined || user.trim() === '') throw new WrongArguments('--as-of needs --user, an id or an email');
  const other = Object.keys(values).find((name) => !['as-of', 'user', 'json'].includes(name));
  if (other !== undefined) throw new WrongArguments(`--as-of shows one user and cannot be combined with --${other}`);
  const moment = /^\d+$/.test(when) ? { position: Number(when) } : { time: parseTime('--as-of', when, 'last') };
  return { moment, user: user.trim() };
}

function parseExplain(values: HistoryValues): number | null {
  if (values.explain === undefined) return null;
  const other = Object.keys(values).find((name) => !['explain', 'json'].includes(name));
  if (other !== undefined) throw new WrongArguments(`--explain shows one event and cannot be combined with --${other}`);
  return parseWholeNumber('--explain', values.explain);
}

function parseList(name: string, values: string[] = []): string[] {
  const items = values.flatMap((value) => value.split(',')).map((item) => item.trim());
  if (items.includes('')) throw new WrongArguments(`${name} needs a name`);
  return items;
}

function parseWholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1)
    throw new WrongArguments(`${name} must be a whole number from 1, not '${text}'`);
  return number;
}

/** A day alone means its first or last millisecond in local time; a time without a zone is local time. */
export function parseTime(name: string, text: string, end: 'first' | 'last'): number {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const time = day ? startOfDay(text, end === 'last' ? 1 : 0) : Date.parse(text);
  if (Number.isNaN(time) || !/^\d{4}-\d{2}-\d{2}(T|$)/.test(text)) {
    throw new WrongArguments(`${name} must be a time such as 2026-11-21 or 2026-11-21T10:00Z, not '${text}'`);
  }
  return day && end === 'last' ? time - 1 : time;
}

/** Local midnight, `later` days later; NaN for a day that is not in the calendar. */
function startOfDay(text: string, later: number): number {
  const date = new Date(`${text}T00:00`);
  if (date.getDate() !== Number(text.slice(-2))) return NaN;
  date.setDate(date.getDate() + later);
  return date.getTime();
}
