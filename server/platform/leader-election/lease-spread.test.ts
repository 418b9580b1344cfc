import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lease, Leases, LeasedViewStore } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { type LeaderElection, startLeaderElection } from './leader-election.ts';
import { createLeaseSpread, type LeaseSpread } from './lease-spread.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, fatal: () => undefined };
const tasks = ['scout#0', 'scout#1', 'scout#2', 'scout#3'];
/** In ms: no lease expires where the machine stalls for some seconds. */
const long = 12_000;
const renewIntervalMs = 300;
const polling = { interval: 10 };

let views: LeasedViewStore;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  views = openSqliteViewStore(join(createTestFolder(), 'views.sqlite'));
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await views.close();
});

type Work = Parameters<typeof startLeaderElection>[0];
type Shared = {
  leaders: LeaderElection[];
  begun: Lease[];
  led: () => string[];
  stop: () => Promise<void>;
  die: () => void;
  suspend: () => void;
  resume: () => void;
};

/**
 * A process that shares the tasks; `die` makes its store silent, as if it were killed, and `suspend` holds its
 * requests back.
 */
function startProcess(parts: Partial<Pick<Work, 'begin' | 'standBy' | 'backoff'>> = {}, leaseTtlMs = long): Shared {
  const renewalsPerLease = leaseTtlMs / renewIntervalMs;
  let isDead = false;
  let suspended = Promise.withResolvers<undefined>();
  suspended.resolve(undefined);
  const whileAlive =
    <A extends unknown[], R>(ask: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await suspended.promise;
      return isDead ? new Promise(() => undefined) : ask(...given);
    };
  const { leases: real } = views;
  const leases: Leases = {
    leaseTtlMs,
    acquire: whileAlive(real.acquire),
    renew: whileAlive(real.renew),
    release: whileAlive(real.release),
    list: whileAlive(real.list),
  };
  const spread: LeaseSpread = createLeaseSpread({ leases, renewalsPerLease, group: 'scout', tasks, log: quiet });
  const begun: Lease[] = [];
  const begin: Work['begin'] = (lease, lost) => {
    begun.push(lease);
    return parts.begin?.(lease, lost) ?? { stop: () => Promise.resolve() };
  };
  const leaders = tasks.map((task) =>
    startLeaderElection({ ...parts, task, leases, leaseTtlMs, renewalsPerLease, log: quiet, begin, spread }),
  );
  const stop = async () => {
    await Promise.all(leaders.map((one) => one.stop()));
    await spread.stop();
  };
  const die = () => {
    isDead = true;
  };
  stops.push(async () => isDead || (await stop()));
  return {
    leaders,
    begun,
    led: () => leaders.filter((one) => one.isLeading()).map(({ task }) => task),
    stop,
    die,
    suspend: () => {
      suspended = Promise.withResolvers();
    },
    resume: () => suspended.resolve(undefined),
  };
}

describe('a spread', () => {
  it('A spread gives all tasks to a process that is alone', async () => {
    const alone = startProcess();
    await expect.poll(alone.led, polling).toEqual(tasks);
  });

  it('A spread divides tasks evenly when processes come and go, and a task that stays is not begun again', async () => {
    const first = startProcess();
    await expect.poll(first.led, polling).toEqual(tasks);
    const second = startProcess();
    await expect.poll(second.led, polling).toEqual(['scout#1', 'scout#3']);
    await expect.poll(first.led, polling).toEqual(['scout#0', 'scout#2']);
    expect(first.begun).toHaveLength(tasks.length);
    await second.stop();
    await expect.poll(first.led, polling).toEqual(tasks);
  });

  it('A spread gives the tasks of a killed process to the others', async () => {
    const [first, second] = [startProcess({}, 1_000), startProcess({}, 1_000)];
    await expect.poll(() => [first.led().length, second.led().length], polling).toEqual([2, 2]);
    first.die();
    await expect.poll(second.led, polling).toEqual(tasks);
  });

  it('A spread leaves the tasks of a suspended process with the one that took them over', async () => {
    const first = startProcess({}, 5_000);
    await expect.poll(first.led, polling).toEqual(tasks);
    const second = startProcess({}, 5_000);
    await expect.poll(() => [first.led().length, second.led().length], polling).toEqual([2, 2]);
    first.begun.splice(0);
    first.suspend();
    await expect.poll(second.led, polling).toEqual(tasks);
    first.resume();
    await expect.poll(first.led, polling).toEqual(['scout#1', 'scout#3']);
    expect(first.begun.map(({ name }) => name).toSorted()).toEqual(['scout#1', 'scout#3']);
    expect(second.led()).toEqual(['scout#0', 'scout#2']);
  });

  it('A spread leaves tasks where they are until another process has loaded what it needs', async () => {
    const first = startProcess();
    await expect.poll(first.led, polling).toEqual(tasks);
    const loaded = Promise.withResolvers<undefined>();
    const second = startProcess({ standBy: () => ({ started: loaded.promise, stop: () => Promise.resolve() }) });
    const listUnable = () => views.leases.list('scout/unable/');
    await expect.poll(async () => (await listUnable()).length, polling).toBe(tasks.length);
    expect(first.led()).toEqual(tasks);
    loaded.resolve(undefined);
    await expect.poll(() => [first.led().length, second.led().length], polling).toEqual([2, 2]);
  });

  it('A spread moves a task away from a process where its work fails', async () => {
    const fail: Work['begin'] = ({ name }) => ({
      ...(name === 'scout#0' && { started: Promise.reject(new Error('no')) }),
      stop: () => Promise.resolve(),
    });
    const first = startProcess({ begin: fail, backoff: { minMs: 60_000, maxMs: 60_000 } });
    await expect.poll(first.led, polling).toEqual(tasks.slice(1));
    const second = startProcess();
    await expect.poll(second.led, polling).toEqual(['scout#0', 'scout#1', 'scout#3']);
    await expect.poll(first.led, polling).toEqual(['scout#2']);
  });
});
