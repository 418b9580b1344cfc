import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Lease, type LeasedViewStore, StoreDamaged } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { type LeaderElection, startLeaderElection } from './leader-election.ts';

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined, fatal: () => undefined };
const unknownError = new Error('Interrupted (11601)');

let folder: string;
let views: LeasedViewStore;
const elections: LeaderElection[] = [];
beforeEach(() => {
  folder = createTestFolder();
  views = openSqliteViewStore(join(folder, 'views.sqlite'));
});
afterEach(async () => {
  await Promise.all(elections.splice(0).map(({ stop }) => stop()));
  await views.close();
});

/** A candidate; the outcome of each of its terms is as `start` says. */
function compete(start: (term: number) => Promise<unknown>, backoff = { minMs: 60_000, maxMs: 60_000 }) {
  const terms: Lease[] = [];
  const election = startLeaderElection({
    task: 'projector',
    leases: views.leases,
    leaseTtlMs: 300,
    log: silentLog,
    backoff,
    begin: (lease) => {
      terms.push(lease);
      return { started: start(terms.length), stop: () => Promise.resolve() };
    },
  });
  elections.push(election);
  return { ...election, terms };
}

it('A leader whose work ends with an unknown error gives up its lease, so that a standby process takes over', async () => {
  const failing = compete(() => Promise.reject(unknownError));
  await expect.poll(failing.failureCount, { interval: 5 }).toBe(1);
  const standby = compete(() => Promise.resolve());
  await expect.poll(standby.isWorking, { interval: 5 }).toBe(true);
  expect([failing.isLeading(), failing.isWorking(), failing.terms.length]).toEqual([false, false, 1]);
});

it('A leader whose work ended with an unknown error leads again after a pause where no other process has taken over', async () => {
  const failing = compete((term) => (term < 3 ? Promise.reject(unknownError) : Promise.resolve()), {
    minMs: 1,
    maxMs: 5,
  });
  await expect.poll(failing.isWorking, { interval: 5 }).toBe(true);
  expect(failing.terms.map(({ token }) => token)).toEqual([1, 2, 3]);
  expect([failing.failureCount(), failing.failure()]).toEqual([2, null]);
});

it('A leader says why it does not work, and leads without working until its work has started', async () => {
  const started = Promise.withResolvers<undefined>();
  const one = compete((term) => (term === 1 ? started.promise : new Promise(() => undefined)), {
    minMs: 60_000,
    maxMs: 60_000,
  });
  await expect.poll(one.isLeading, { interval: 5 }).toBe(true);
  expect(one.isWorking()).toBe(false);
  started.resolve(undefined);
  await expect.poll(one.isWorking, { interval: 5 }).toBe(true);
  one.failWork(unknownError);
  await expect.poll(one.isLeading, { interval: 5 }).toBe(false);
  expect([one.isWorking(), one.hasEnded(), one.failure()]).toEqual([
    false,
    false,
    'The work of the projector has failed; it begins again soon.',
  ]);
});

it('A leader whose work ends as the data are damaged gives up its lease and does not compete again', async () => {
  const damaged = compete(() => Promise.reject(new StoreDamaged('The log is another one.')), { minMs: 1, maxMs: 1 });
  await expect.poll(damaged.failure, { interval: 5 }).toBe('The log is another one.');
  expect(damaged.hasEnded()).toBe(true);
  const other = compete(() => Promise.resolve());
  await expect.poll(other.isWorking, { interval: 5 }).toBe(true);
  await other.stop();
  await damaged.stop();
  expect(damaged.terms).toHaveLength(1);
});
