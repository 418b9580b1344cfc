import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { type DomainEvent, testUpcasters } from '#domain/event-catalog/testing/lamp-switched.ts';
import type { Upcasters } from '#domain/event-catalog/upcasters.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import { type EventStore, noStream, type StoredEvent } from './port.ts';
import { withUpcasting } from './upcasting.ts';

const known: Upcasters = {
  Moved: [(data) => ({ to: (data as { where: string }).where }), (data) => ({ ...(data as object), by: 'foot' })],
};
const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' };
const event = (type: string, data: unknown) => ({ id: randomUUID(), type, data });

let stored: EventStore;
let log: EventStore;
beforeEach(() => {
  stored = openTemporaryLog();
  log = withUpcasting(stored, known);
});

const dataOf = (events: StoredEvent[]) => events.map(({ data }) => data);
const today = [{ to: 'Ohio', by: 'foot' }, { where: 'here' }];

it('An upcasting log reads events of an old version in the present shape, by every read method', async () => {
  await stored.append('s', [event('Moved', { where: 'Ohio' }), event('Stayed', { where: 'here' })], noStream, by);
  expect(dataOf((await log.read('s')).events)).toEqual(today);
  expect((await log.read('s', 1)).revision).toBe(1);
  expect(dataOf(await log.readAll(startPosition, 9))).toEqual(today);
  expect(dataOf(await log.readAllBackwards(null, 9))).toEqual(today.toReversed());
  const seen = await new Promise<StoredEvent[]>((resolve) => {
    const { stop } = log.subscribe(startPosition, (events) => {
      resolve(events);
      return Promise.resolve();
    });
    void stored.head().then(stop);
  });
  expect(dataOf(seen)).toEqual(today);
});

it('An upcasting log writes events with their versions, and reads these unchanged', async () => {
  await stored.append('s', [event('Moved', { to: 'Utah' })], noStream, { ...by, versions: { Moved: 2 } });
  await log.append('s', [event('Moved', { to: 'Iowa', by: 'boat' }), event('Stayed', {})], 0, by);
  expect(dataOf((await log.read('s')).events)).toEqual([{ to: 'Utah', by: 'foot' }, { to: 'Iowa', by: 'boat' }, {}]);
  expect((await stored.read('s', 1)).events.map(({ metadata }) => metadata)).toEqual([
    { ...by, versions: { Moved: 3 } },
    { ...by, versions: { Moved: 3 } },
  ]);
});

describe('a log whose event has a second version', () => {
  const switched: DomainEvent = { type: 'LampSwitched', data: { lampId: 'porch', isOn: true, byPerson: false } };
  const userId = '8a1f0c52-6f3e-4d0a-9b57-2f6a0c9e4d11';
  beforeEach(() => {
    log = withUpcasting(stored, testUpcasters);
  });

  it.each([
    { actor: userId, byPerson: true },
    { actor: 'scout', byPerson: false },
  ])(
    'A log whose event has a second version reads the first version by the data and by its actor, here $actor',
    async ({ actor, byPerson }) => {
      const first = event('LampSwitched', { lampId: 'hall', state: 'on' });
      await stored.append('s', [first], noStream, { ...by, actor });
      expect(dataOf((await log.read('s')).events)).toEqual([{ lampId: 'hall', isOn: true, byPerson }]);
    },
  );

  it('A log whose event has a second version writes the second version and reads it unchanged', async () => {
    await log.append('s', [event(switched.type, switched.data)], noStream, { ...by, actor: userId });
    expect((await stored.read('s')).events[0]?.metadata.versions).toEqual({ LampSwitched: 2 });
    expect(dataOf((await log.read('s')).events)).toEqual([switched.data]);
  });
});

it('An upcasting log stores no version where all events are at their first', async () => {
  await log.append('s', [event('Stayed', {})], noStream, { ...by, versions: { Stayed: 7 } });
  expect((await stored.read('s')).events[0]?.metadata).toEqual(by);
});

it('An upcasting log costs nothing where no event ever changed', () => {
  expect(withUpcasting(stored, {})).toBe(stored);
});
