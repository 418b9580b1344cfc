import { describe, expect, it } from 'vitest';
import { WrongArguments } from '#server/lib/command-line/command.ts';
import { parseArguments } from '#server/lib/command-line/parse-arguments.ts';
import { historyQueryOptions, toHistoryOptions } from './options.ts';

const parseHistoryOptions = (args: string[]) =>
  toHistoryOptions(parseArguments({ invocation: 'npm run history --', options: historyQueryOptions }, args).values);

const all = {
  streams: [],
  types: [],
  actor: null,
  since: -Infinity,
  until: Infinity,
  limit: Infinity,
  newestFirst: false,
  json: false,
  asOf: null,
  explain: null,
};
const local = (text: string) => new Date(text).getTime();

describe('the options of the history', () => {
  it('The options of the history select everything when there are none', () => {
    expect(parseHistoryOptions([])).toEqual(all);
  });

  it('The options of the history may be repeated, or separated by commas', () => {
    const args = ['--type', 'A,B', '--type=C', '--stream', 'user-*', '--stream', 'announcement'];
    expect(parseHistoryOptions(args)).toEqual({ ...all, types: ['A', 'B', 'C'], streams: ['user-*', 'announcement'] });
  });

  it('The options of the history set all other fields', () => {
    const args = ['--actor', 'ann@x.com', '--limit', '5', '--newest-first', '--json'];
    expect(parseHistoryOptions(args)).toEqual({ ...all, actor: 'ann@x.com', limit: 5, newestFirst: true, json: true });
  });

  it('The options of the history read a day in local time, from its first to its last millisecond', () => {
    expect(parseHistoryOptions(['--since', '2026-11-21', '--until', '2026-11-21'])).toEqual({
      ...all,
      since: local('2026-11-21T00:00'),
      until: local('2026-11-22T00:00') - 1,
    });
  });

  it('The options of the history read a time with a zone, and one without as local time', () => {
    expect(parseHistoryOptions(['--since', '2026-11-21T10:00:00.500Z']).since).toBe(
      Date.UTC(2026, 10, 21, 10, 0, 0, 500),
    );
    expect(parseHistoryOptions(['--until', '2026-11-21T10:00+02:00']).until).toBe(Date.UTC(2026, 10, 21, 8));
    expect(parseHistoryOptions(['--since', '2026-11-21T10:00']).since).toBe(local('2026-11-21T10:00'));
  });

  it('The options of the history select one event to be explained', () => {
    expect(parseHistoryOptions(['--explain', '17', '--json'])).toEqual({ ...all, json: true, explain: 17 });
    expect(() => parseHistoryOptions(['--explain', 'x'])).toThrow("--explain must be a whole number from 1, not 'x'");
    expect(() => parseHistoryOptions(['--explain', '1', '--limit', '2'])).toThrow('cannot be combined with --limit');
  });

  it('The options of the history select one user as of a time or a position', () => {
    expect(parseHistoryOptions(['--as-of', '17', '--user', ' ann@x.com ', '--json'])).toEqual({
      ...all,
      json: true,
      asOf: { moment: { position: 17 }, user: 'ann@x.com' },
    });
    expect(parseHistoryOptions(['--as-of', '2026-11-21T10:00Z', '--user', 'u-1']).asOf?.moment).toEqual({
      time: Date.UTC(2026, 10, 21, 10),
    });
  });

  it.each<[string, string[]]>([
    ["Unknown option '--strean': see npm run history -- --help", ['--strean', 'x']],
    ["Option '--explain' argument is ambiguous: see npm run history -- --help", ['--explain', '-1']],
    ["Option '--limit <value>' argument missing: see npm run history -- --help", ['--limit']],
    ["Unexpected argument 'user': see npm run history -- --help", ['user']],
    ["--limit must be a whole number from 1, not '0'", ['--limit', '0']],
    ["--limit must be a whole number from 1, not 'many'", ['--limit', 'many']],
    ["--since must be a time such as 2026-11-21 or 2026-11-21T10:00Z, not 'yesterday'", ['--since', 'yesterday']],
    ["--until must be a time such as 2026-11-21 or 2026-11-21T10:00Z, not '2026-02-30'", ['--until', '2026-02-30']],
    [
      "--since must be a time such as 2026-11-21 or 2026-11-21T10:00Z, not '2026-11-21Tea'",
      ['--since', '2026-11-21Tea'],
    ],
    ['--since is after --until', ['--since', '2026-11-22', '--until', '2026-11-21']],
    ['--type needs a name', ['--type', 'A,']],
    ['--as-of needs --user, an id or an email', ['--as-of', '17']],
    ['--user needs --as-of', ['--user', 'u-1']],
    ["--as-of must be a time such as 2026-11-21 or 2026-11-21T10:00Z, not 'x'", ['--as-of', 'x', '--user', 'u-1']],
    ['--as-of shows one user and cannot be combined with --limit', ['--as-of', '1', '--user', 'u-1', '--limit', '2']],
  ])('The options of the history are refused in one sentence: %s', (sentence, args) => {
    expect(() => parseHistoryOptions(args)).toThrow(new WrongArguments(sentence));
  });
});
