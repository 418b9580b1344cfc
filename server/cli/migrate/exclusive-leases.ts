import { randomUUID } from 'node:crypto';
import type { Lease, Leases } from '#projections/store/port.ts';
import { delay } from '#server/lib/delay.ts';
import { StartupError } from '#server/lib/errors.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';

/** The tasks that servers run under a lease. */
const tasks = [leaseTasks.projector, leaseTasks.scout];
/** In ms. The lease of a server that was killed lasts a few seconds more. */
const leaseTtlMs = 5_000;
const acquireTimeoutMs = 7_000;
const attemptIntervalMs = 250;

/** A store, and its name in messages. */
type LeaseSide = { views: { leases: Leases }; name: string };

export type HeldLeases = {
  /** Throws StartupError where another process has taken over meanwhile. */
  check: () => Promise<void>;
  release: () => Promise<void>;
};

/** Acquires the leases of all servers on these stores, so that none works meanwhile. Throws StartupError. */
export async function acquireAllLeases(sides: LeaseSide[]): Promise<HeldLeases> {
  const owner = randomUUID();
  const acquired: { side: LeaseSide; lease: Lease }[] = [];
  const renewal = runEvery({
    work: () => Promise.all(acquired.map(({ side, lease }) => side.views.leases.renew(lease, leaseTtlMs))),
    intervalMs: leaseTtlMs / 5,
    log: console,
    failureMessage: 'Failed to renew a lease',
  });
  const release = async () => {
    await renewal.stop();
    await Promise.allSettled(acquired.map(({ side, lease }) => side.views.leases.release(lease)));
  };
  try {
    for (const side of sides) {
      for (const task of tasks) acquired.push({ side, lease: await acquireLease(task, side, owner) });
    }
  } catch (error) {
    await release();
    throw error;
  }
  return {
    check: async () => {
      for (const { side, lease } of acquired) {
        if (!(await side.views.leases.renew(lease, leaseTtlMs))) throw createAtWorkError(side);
      }
    },
    release,
  };
}

async function acquireLease(task: string, side: LeaseSide, owner: string): Promise<Lease> {
  for (const began = performance.now(); ; ) {
    const lease = await side.views.leases.acquire(task, owner, leaseTtlMs);
    if (lease) return lease;
    if (performance.now() - began > acquireTimeoutMs) throw createAtWorkError(side);
    await delay(attemptIntervalMs);
  }
}

function createAtWorkError({ name }: LeaseSide): StartupError {
  return new StartupError(`A server is at work on ${name}: stop all of them, and run it again`);
}
