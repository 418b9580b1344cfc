import { StartupError } from '#server/lib/errors.ts';
import type { PointInTime } from '#server/modules/audit/point-in-time/replay/point-in-time.ts';
import { parseArguments } from '../parse-arguments.ts';

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
  help: boolean;
  asOf: { moment: PointInTime; user: string } | null;
  /** The position of the event to be explained. */
  explain: number | null;
};

export const historyUsage = `npm run history -- [options]     prints the log of DATA_DIR, also while a server is running

  --stream NAME     this stream; NAME* for all that begin so; may be repeated
  --type TYPE       these types of events; may be repeated, or separated by commas
  --actor WHO       caused by this user (id or e-mail), or by system, scout, intake:SOURCE
  --since TIME      from this time on: 2026-11-21, or 2026-11-21T10:00Z; a day is one of this machine
  --until TIME      up to this time; a day counts to its end
  --limit N         the maximum number of events
  --newest-first    from the end
  --json            one JSON object a line
  --as-of WHEN --user WHO
                    what the user (id or e-mail) was then; WHEN is a time, or a position in the log
  --explain POSITION
                    what the command behind the event there saw, decided and caused
  --help            this

npm run history -- replay --help       how to build a read-only copy of all views as of a moment
npm run history -- serve --help        how to open the product on such a copy
npm run history -- verify --help       how to prove that nothing was altered
npm run history -- public-key          the key that the log's seals are checked with

Options come after the two dashes: npm run history -- --type UserRegistered
`;

const argumentOptions = {
  stream: { type: 'string', multiple: true },
  type: { type: 'string', multiple: true },
  actor: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
  'newest-first': { type: 'boolean' },
  json: { type: 'boolean' },
  'as-of': { type: 'string' },
  user: { type: 'string' },
  explain: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Throws StartupError with one sentence. */
export function parseHistoryOptions(args: string[]): HistoryOptions {
  const values = parseValues(args);
  const since = values.since === undefined ? -Infinity : parseTime('--since', values.since, 'first');
  const until = values.until === undefined ? Infinity : parseTime('--until', values.until, 'last');
  if (since > until) throw new StartupError('--since is after --until');
  return {
    streams: parseList('--stream', values.stream),
    types: parseList('--type', values.type),
    actor: values.actor ?? null,
    since,
    until,
    limit: values.limit === undefined ? Infinity : parseWholeNumber('--limit', values.limit),
    newestFirst: values['newest-first'] ?? false,
    json: values.json ?? false,
    help: values.help ?? false,
    asOf: parseAsOf(values),
    explain: parseExplain(values),
  };
}

type ParsedValues = ReturnType<typeof parseValues>;

function parseValues(args: string[]) {
  return parseArguments({ args, options: argumentOptions, allowPositionals: false }, 'history --').values;
}

function parseAsOf(values: ParsedValues): HistoryOptions['asOf'] {
  const { 'as-of': when, user } = values;
  if (when === undefined && user === undefined) return null;
  if (when === undefined) throw new StartupError('--user goes with --as-of, to see what that user was then');
  if (user === undefined || user.trim() === '') throw new StartupError('--as-of needs --user, an id or an e-mail');
  const other = Object.keys(values).find((name) => !['as-of', 'user', 'json', 'help'].includes(name));
  if (other !== undefined) throw new StartupError(`--as-of shows one user, so --${other} does not go with it`);
  const moment = /^\d+$/.test(when) ? { position: Number(when) } : { time: parseTime('--as-of', when, 'last') };
  return { moment, user: user.trim() };
}

function parseExplain(values: ParsedValues): number | null {
  if (values.explain === undefined) return null;
  const other = Object.keys(values).find((name) => !['explain', 'json', 'help'].includes(name));
  if (other !== undefined) throw new StartupError(`--explain tells of one event, so --${other} does not go with it`);
  return parseWholeNumber('--explain', values.explain);
}

function parseList(name: string, values: string[] = []): string[] {
  const items = values.flatMap((value) => value.split(',')).map((item) => item.trim());
  if (items.includes('')) throw new StartupError(`${name} needs a name`);
  return items;
}

function parseWholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1)
    throw new StartupError(`${name} must be a whole number from 1, and is '${text}'`);
  return number;
}

/** A day alone means its first or last millisecond in local time; a time without a zone is local time. */
export function parseTime(name: string, text: string, end: 'first' | 'last'): number {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const time = day ? startOfDay(text, end === 'last' ? 1 : 0) : Date.parse(text);
  if (Number.isNaN(time) || !/^\d{4}-\d{2}-\d{2}(T|$)/.test(text)) {
    throw new StartupError(`${name} must be a time such as 2026-11-21 or 2026-11-21T10:00Z, and is '${text}'`);
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
