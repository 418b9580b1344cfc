import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lease, type Leases, type LeasedViewStore, StoreUnavailable } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { type LeaderElection, startLeaderElection } from './leader-election.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, fatal: () => undefined };
const task = 'projector';

let folder: string;
let views: LeasedViewStore;
const leaders: LeaderElection[] = [];
beforeEach(() => {
  folder = createTestFolder();
  views = openSqliteViewStore(join(folder, 'views.sqlite'));
});
afterEach(async () => {
  await Promise.all(leaders.splice(0).map(({ stop }) => stop()));
  await views.close();
});

/** `isBroken` where its work fails to stop. */
type Given = { leases?: Leases; lasts?: number; isBroken?: boolean };

/** A candidate for leadership, and the terms that it has begun and ended. */
function process({ leases = views.leases, lasts: leaseTtlMs = 60_000, isBroken = false }: Given = {}) {
  const begun: Lease[] = [];
  const ended: Lease[] = [];
  const losing: (() => void)[] = [];
  const leader = startLeaderElection({
    task,
    leases,
    leaseTtlMs,
    log: quiet,
    begin: (turn, lost) => {
      begun.push(turn);
      losing.push(lost);
      const stop = () => {
        ended.push(turn);
        return isBroken ? Promise.reject(new StoreUnavailable('gone')) : Promise.resolve();
      };
      return { stop };
    },
  });
  leaders.push(leader);
  return { ...leader, begun, ended, lose: () => losing.at(-1)?.() };
}
const begins = (one: ReturnType<typeof process>, turns = 1) =>
  expect.poll(() => one.begun.length, { interval: 5 }).toBeGreaterThanOrEqual(turns);

/** Leases under the control of a test: none is renewed while `away`, which says how. */
function breakable() {
  const state: { away: 'rejects' | 'is silent' | null } = { away: null };
  const leases: Leases = {
    ...views.leases,
    renew: (...given) => {
      if (state.away === 'rejects') return Promise.reject(new StoreUnavailable('gone'));
      return state.away === 'is silent' ? new Promise(() => undefined) : views.leases.renew(...given);
    },
    acquire: (...given) => (state.away ? Promise.reject(new StoreUnavailable('gone')) : views.leases.acquire(...given)),
  };
  return { state, leases };
}

describe('of several processes', () => {
  it('Of several processes, only one works, and when it stops the next one begins at once', async () => {
    const first = process();
    await begins(first);
    const second = process({ lasts: 100 });
    await Promise.race([begins(second), first.stop()]);
    expect(first.ended).toEqual([{ name: task, token: 1 }]);
    expect(first.isLeading()).toBe(false);
    await begins(second);
    expect(second.begun).toEqual([{ name: task, token: 2 }]);
    expect(second.isLeading()).toBe(true);
  });

  it('Of several processes, one continues whose work failed to stop, and leads again', async () => {
    const one = process({ isBroken: true });
    await begins(one);
    one.lose();
    await begins(one, 2);
    await one.stop();
    expect(one.ended).toEqual(one.begun);
  });

  it('Of several processes, one that paused for longer than its lease continues where no other has taken over', async () => {
    let renewed = 0;
    const renew: Leases['renew'] = (...given) => {
      renewed += 1;
      return views.leases.renew(...given);
    };
    const lasts = 300;
    const one = process({ leases: { ...views.leases, renew }, lasts });
    await begins(one);
    const awake = performance.now() + 2 * lasts;
    while (performance.now() < awake);
    await expect.poll(() => renewed, { interval: 5 }).toBeGreaterThanOrEqual(3);
    expect(one.begun).toEqual([{ name: task, token: 1 }]);
    expect(one.isLeading()).toBe(true);
  });

  it('Of several processes, another takes over from one that was killed without notice', async () => {
    const dead = await views.leases.acquire(task, 'dead', 50);
    expect(dead).not.toBeNull();
    const next = process({ lasts: 100 });
    await begins(next);
    expect(next.begun[0]).toEqual({ name: task, token: 2 });
  });

  it('Of several processes, one keeps its lease for as long as it lives', async () => {
    const lasts = 300;
    let renewedAt = Number.NEGATIVE_INFINITY;
    const renew: Leases['renew'] = async (...given) => {
      const now = performance.now();
      const isRenewed = await views.leases.renew(...given);
      if (isRenewed) renewedAt = now;
      return isRenewed;
    };
    const one = process({ leases: { ...views.leases, renew }, lasts });
    await begins(one);
    let asked = 0;
    const ask = async () => {
      // The lease of a process that could not renew it in time may be over.
      if (performance.now() - renewedAt > lasts / 2) return null;
      asked += 1;
      return views.leases.acquire(task, 'other', lasts);
    };
    await expect.poll(async () => ((await ask()) === null ? asked : -1), { interval: 50 }).toBeGreaterThan(15);
    expect([one.begun.length, one.ended.length]).toEqual([1, 0]);
  });
});

it('A standby ends at once, though the store does not answer', async () => {
  const asked = Promise.withResolvers<undefined>();
  const silent: Leases = {
    ...views.leases,
    acquire: () => {
      asked.resolve(undefined);
      return new Promise(() => undefined);
    },
  };
  const one = process({ leases: silent });
  await asked.promise;
  await one.stop();
  expect(one.begun).toEqual([]);
});

it('A lease that is granted after a standby has ended is given back', async () => {
  const asked = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<undefined>();
  const granted = Promise.withResolvers<Lease | null>();
  const slow: Leases = {
    ...views.leases,
    acquire: async (...given) => {
      asked.resolve(undefined);
      await answered.promise;
      granted.resolve(views.leases.acquire(...given));
      return granted.promise;
    },
  };
  const one = process({ leases: slow });
  await asked.promise;
  await one.stop();
  answered.resolve(undefined);
  expect(await granted.promise).not.toBeNull();
  const next = process();
  await begins(next);
  expect([one.begun, next.begun.length]).toEqual([[], 1]);
});

it('The work of a standby has ended before it leads', async () => {
  const other = await views.leases.acquire(task, 'other', 60_000);
  const order: string[] = [];
  const standing = Promise.withResolvers<undefined>();
  const leading = Promise.withResolvers<undefined>();
  const work = (name: string, begun: PromiseWithResolvers<undefined>) => () => {
    order.push(`${name} begins`);
    begun.resolve(undefined);
    const stop = async () => {
      await Promise.resolve();
      order.push(`${name} has ended`);
    };
    return { stop };
  };
  const one = startLeaderElection({
    task,
    leases: views.leases,
    leaseTtlMs: 60_000,
    log: quiet,
    begin: work('leader', leading),
    standBy: work('standby', standing),
  });
  leaders.push(one);
  await standing.promise;
  if (other) await views.leases.release(other);
  await leading.promise;
  expect(order).toEqual(['standby begins', 'standby has ended', 'leader begins']);
});

it('The lease of a leader is taken until its work has ended', async () => {
  const stopping = Promise.withResolvers<undefined>();
  const ended = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const begin = () => {
    begun.resolve(undefined);
    const stop = () => {
      stopping.resolve(undefined);
      return ended.promise;
    };
    return { stop };
  };
  const one = startLeaderElection({ task, leases: views.leases, leaseTtlMs: 60_000, log: quiet, begin });
  leaders.push(one);
  await begun.promise;
  const stopped = one.stop();
  await stopping.promise;
  expect(await views.leases.acquire(task, 'other', 60_000)).toBeNull();
  ended.resolve(undefined);
  await stopped;
  expect(await views.leases.acquire(task, 'other', 60_000)).not.toBeNull();
});

describe('a leader ends its work', () => {
  it('A leader ends its work when it is notified that another has taken over, and leads again when it can', async () => {
    const one = process({ lasts: 100 });
    await begins(one);
    one.lose();
    await begins(one, 2);
    expect(one.ended).toEqual([one.begun[0]]);
  });

  it('A leader ends its work when the store says that another has taken over', async () => {
    const { state, leases } = breakable();
    const one = process({ leases, lasts: 100 });
    await begins(one);
    state.away = 'is silent';
    await expect.poll(() => views.leases.acquire(task, 'other', 60_000), { interval: 5 }).not.toBeNull();
    state.away = null;
    await expect.poll(() => one.ended.length, { interval: 5 }).toBe(one.begun.length);
    expect(one.isLeading()).toBe(false);
  });

  it.each(['rejects', 'is silent'] as const)(
    'A leader ends its work when the store %s for as long as a lease lasts, and continues with the next one',
    async (how) => {
      const { state, leases } = breakable();
      const one = process({ leases, lasts: 100 });
      await begins(one);
      state.away = how;
      await expect.poll(() => one.ended.length, { interval: 5 }).toBe(one.begun.length);
      state.away = null;
      await begins(one, one.begun.length + 1);
    },
  );
});
