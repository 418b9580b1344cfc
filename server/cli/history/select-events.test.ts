import { describe, expect, it } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { parseArguments } from '#server/lib/command-line/parse-arguments.ts';
import { historyQueryOptions, toHistoryOptions } from './options.ts';
import { createEventFilter, readEmailChange } from './select-events.ts';

const event = (
  stream: string,
  type: string,
  { actor = 'ann', at = '2026-03-02T12:00:00.000Z', data = {} } = {},
): StoredEvent => ({
  id: 'e',
  stream,
  revision: 0,
  position: 1 as Position,
  type,
  data,
  metadata: { actor, commandId: 'c', correlationId: 'c', at },
});

describe('an event is selected', () => {
  const query = { invocation: 'npm run history --', options: historyQueryOptions };
  const asked = (args: string[], one: StoredEvent, actors: Set<string> | null = null) =>
    createEventFilter(toHistoryOptions(parseArguments(query, args).values), actors)(one);

  it('Every event is selected when there are no filters', () => {
    expect(asked([], event('user-1', 'A'))).toBe(true);
  });

  it('An event is selected by the name of its stream, or a prefix of it', () => {
    expect(asked(['--stream', 'user-1'], event('user-1', 'A'))).toBe(true);
    expect(asked(['--stream', 'user-1'], event('user-12', 'A'))).toBe(false);
    expect(asked(['--stream', 'user-1*'], event('user-12', 'A'))).toBe(true);
    expect(asked(['--stream', 'x,user-*'], event('user-12', 'A'))).toBe(true);
    expect(asked(['--stream', '*'], event('anything', 'A'))).toBe(true);
  });

  it('An event is selected by its type', () => {
    expect(asked(['--type', 'A,B'], event('s', 'B'))).toBe(true);
    expect(asked(['--type', 'A,B'], event('s', 'C'))).toBe(false);
  });

  it('An event is selected by its actor', () => {
    expect(asked(['--actor', 'x'], event('s', 'A', { actor: 'ann' }), new Set(['ann', 'bob']))).toBe(true);
    expect(asked(['--actor', 'x'], event('s', 'A', { actor: 'eve' }), new Set(['ann', 'bob']))).toBe(false);
  });

  it('An event is selected by its time, both ends included', () => {
    const one = event('s', 'A', { at: '2026-03-02T12:00:00.000Z' });
    expect(asked(['--since', '2026-03-02T12:00:00.000Z', '--until', '2026-03-02T12:00:00.000Z'], one)).toBe(true);
    expect(asked(['--since', '2026-03-02T12:00:00.001Z'], one)).toBe(false);
    expect(asked(['--until', '2026-03-02T11:59:59.999Z'], one)).toBe(false);
  });

  it('An event is selected only when all filters match', () => {
    expect(asked(['--stream', 'user-*', '--type', 'A'], event('user-1', 'B'))).toBe(false);
    expect(asked(['--stream', 'user-*', '--type', 'A'], event('x', 'A'))).toBe(false);
  });
});

it('The selection knows the events that set the e-mail of a user', () => {
  const data = { userId: 'u-1', email: ' Ann@X.com' };
  expect(readEmailChange(event('user-u-1', 'UserRegistered', { data }))).toEqual({ userId: 'u-1', key: 'ann@x.com' });
  expect(readEmailChange(event('user-u-1', 'EmailChanged', { data }))).toEqual({ userId: 'u-1', key: 'ann@x.com' });
  expect(readEmailChange(event('user-u-1', 'UserDeleted', { data }))).toBeNull();
});
