import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { start } from '#domain/decider.ts';
import type { Upcasters } from '#domain/upcasters.ts';
import { type EventStore, noStream, type StoredEvent } from './port.ts';
import { openSqliteEventStore } from './sqlite.ts';
import { upcasting } from './upcasting.ts';

const known: Upcasters = {
  Moved: [(data) => ({ to: (data as { where: string }).where }), (data) => ({ ...(data as object), by: 'foot' })],
};
const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' };
const event = (type: string, data: unknown) => ({ id: randomUUID(), type, data });

let folder: string;
let stored: EventStore;
let log: EventStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upcasting-'));
  stored = openSqliteEventStore(join(folder, 'events.sqlite'));
  log = upcasting(stored, known);
});
afterEach(async () => {
  await stored.close();
  rmSync(folder, { recursive: true });
});

const dataOf = (events: StoredEvent[]) => events.map(({ data }) => data);
const today = [{ to: 'Ohio', by: 'foot' }, { where: 'here' }];

it('reads what was written in an old shape as today’s, by every way of reading', async () => {
  await stored.append('s', [event('Moved', { where: 'Ohio' }), event('Stayed', { where: 'here' })], noStream, by);
  expect(dataOf((await log.read('s')).events)).toEqual(today);
  expect((await log.read('s', 1)).revision).toBe(1);
  expect(dataOf(await log.readAll(start, 9))).toEqual(today);
  expect(dataOf(await log.readAllBackwards(null, 9))).toEqual(today.toReversed());
  const seen = await new Promise<StoredEvent[]>((resolve) => {
    const { stop } = log.subscribe(start, (events) => {
      resolve(events);
      return Promise.resolve();
    });
    void stored.head().then(stop);
  });
  expect(dataOf(seen)).toEqual(today);
});

it('writes with the versions that the events have, and reads these as they are', async () => {
  await stored.append('s', [event('Moved', { to: 'Utah' })], noStream, { ...by, versions: { Moved: 2 } });
  await log.append('s', [event('Moved', { to: 'Iowa', by: 'boat' }), event('Stayed', {})], 0, by);
  expect(dataOf((await log.read('s')).events)).toEqual([{ to: 'Utah', by: 'foot' }, { to: 'Iowa', by: 'boat' }, {}]);
  expect((await stored.read('s', 1)).events.map(({ metadata }) => metadata)).toEqual([
    { ...by, versions: { Moved: 3 } },
    { ...by, versions: { Moved: 3 } },
  ]);
});

it('says nothing of versions where all events are at their first', async () => {
  await log.append('s', [event('Stayed', {})], noStream, { ...by, versions: { Stayed: 7 } });
  expect((await stored.read('s')).events[0]?.metadata).toEqual(by);
});

it('costs nothing where no event ever changed', () => {
  expect(upcasting(stored, {})).toBe(stored);
});
