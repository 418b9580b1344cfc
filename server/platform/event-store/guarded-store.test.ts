import { expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import { type EventStore, noStream } from './port.ts';
import { systemMetadata, createHappenedEvents } from './testing/eventstoredb-fixture.ts';
import { withIntegrityCheck } from './guarded-store.ts';

/** A log that stores nothing, behind checks with these outcomes in turn; the last one repeats. */
function given(...outcomes: (Error | null)[]) {
  let checks = 0;
  let isCurrent = true;
  const check = () => {
    const outcome = outcomes[Math.min(checks, outcomes.length - 1)] ?? null;
    checks += 1;
    return outcome ? Promise.reject(outcome) : Promise.resolve();
  };
  const appended: string[] = [];
  const store: EventStore = {
    read: () => Promise.resolve({ events: [], revision: noStream }),
    append: (stream) => {
      appended.push(stream);
      return Promise.resolve({ revision: 0, position: startPosition });
    },
    readAll: () => Promise.resolve([]),
    readAllBackwards: () => Promise.resolve([]),
    head: () => Promise.resolve(startPosition),
    subscribe: () => ({ stop: () => Promise.resolve() }),
    close: () => Promise.resolve(),
  };
  const log = withIntegrityCheck(store, { check, isCurrent: () => isCurrent });
  return {
    log,
    append: () => log.append('s', createHappenedEvents(1), noStream, systemMetadata),
    appended,
    checks: () => checks,
    expire: () => {
      isCurrent = false;
    },
  };
}

it('A guarded store is checked once, however many appends run concurrently', async () => {
  const { append, appended, checks } = given(null);
  await Promise.all([append(), append(), append()]);
  await append();
  expect([appended.length, checks()]).toEqual([4, 1]);
});

it('A guarded store rejects appends while the check cannot complete, and accepts them afterwards', async () => {
  const away = new StoreUnavailable('away');
  const { log, append, appended } = given(away, away, null);
  await expect(append()).rejects.toBe(away);
  await expect(log.head()).rejects.toBe(away);
  expect(appended).toEqual([]);
  await append();
  expect(appended).toEqual(['s']);
});

it('A guarded store rejects all appends once it is found to be another log, and can still be read', async () => {
  const other = new StoreDamaged('another log');
  const { log, append, appended } = given(other, null);
  await expect(append()).rejects.toBe(other);
  await expect(append()).rejects.toBe(other);
  await expect(log.head()).rejects.toBe(other);
  expect(await log.readAll(startPosition, 1)).toEqual([]);
  expect(appended).toEqual([]);
});

it('A guarded store is checked again where the last check may no longer hold, and rejects appends where it fails then', async () => {
  const rotated = new StoreDamaged('another key');
  const { append, appended, checks, expire } = given(null, null, rotated);
  await append();
  expire();
  await append();
  expect([appended.length, checks()]).toEqual([2, 2]);
  await expect(append()).rejects.toBe(rotated);
  await expect(append()).rejects.toBe(rotated);
  expect([appended.length, checks()]).toEqual([2, 3]);
});
