import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, isServerMissing } from '../testing/test-database.ts';
import type { Leases } from '../port.ts';
import { type MongoCall, type MongoConnection, openMongoConnection } from './connection.ts';
import { createMongoLeases } from './leases.ts';

const longMs = 60_000;
const database = createTestDatabase();
let connection: MongoConnection | null = null;
let count = 0;
let task: string;
beforeEach(() => {
  count += 1;
  task = `task-${count}`;
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const call: MongoCall = (...request) =>
  (connection ??= openMongoConnection(database.url, { durable: false })).call(...request);
const openLeases = (ask: MongoCall = call) => createMongoLeases(ask).leases;

/** The leases of a process that pauses before its request number `step`, until it is resumed. */
function openPausing(step: number) {
  const paused = Promise.withResolvers<undefined>();
  const resumed = Promise.withResolvers<undefined>();
  let requests = 0;
  const ask: MongoCall = async (...request) => {
    requests += 1;
    if (requests === step) {
      paused.resolve(undefined);
      await resumed.promise;
    }
    return call(...request);
  };
  return { leases: openLeases(ask), paused: paused.promise, resume: () => resumed.resolve(undefined) };
}
const acquire = (leases: Leases, owner: string, ttl: number) =>
  vi.waitUntil(() => leases.acquire(task, owner, ttl), { timeout: 60_000 });

describe.skipIf(isServerMissing)('Leases in MongoDB (skipped where MONGODB_URL is not set)', () => {
  it.each([1, 2])(
    'A renewal that pauses before its request %i does not extend a lease that another holds by then',
    async (step) => {
      const others = openLeases();
      const lease = await acquire(others, 'ann', 1);
      const { leases, paused, resume } = openPausing(step);
      const renewed = leases.renew(lease, longMs);
      await paused;
      const second = await acquire(others, 'bob', longMs);
      resume();
      expect(await renewed).toBe(false);
      expect(await others.renew(second, longMs)).toBe(true);
    },
  );

  it.each([1, 2, 3])(
    'A process that pauses before request %i of its acquisition gets no lease that another holds by then',
    async (step) => {
      const others = openLeases();
      await acquire(others, 'ann', 1);
      const { leases, paused, resume } = openPausing(step);
      const acquired = leases.acquire(task, 'late', longMs);
      await paused;
      for (const owner of ['bob', 'cid']) await others.release(await acquire(others, owner, longMs));
      const latestLease = await acquire(others, 'dan', longMs);
      resume();
      expect(await acquired).toBeNull();
      expect(await others.renew(latestLease, longMs)).toBe(true);
      expect(latestLease.token).toBe(4);
    },
  );
});
