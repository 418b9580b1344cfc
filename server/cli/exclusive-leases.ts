import type { Lease, Leases } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import { acquireLease } from '#server/platform/leader-election/acquire-lease.ts';
import { assertAlone } from '#server/platform/presence/assert-alone.ts';
import { projectorTasks } from '#server/platform/modules/projector-worker.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';

/** The tasks that servers run under a lease. */
const tasks = [...projectorTasks, leaseTasks.scout];
/** In ms. The lease of a server that was killed lasts a few seconds more. */
const leaseTtlMs = 5_000;
const timeoutMs = 7_000;

/** A store, and its name in messages. */
type LeaseSide = {
  views: { leases: Leases };
  documents: Parameters<typeof assertAlone>[0];
  name: string;
};

export type HeldLeases = {
  /** Throws StartupError where another process has begun or taken over. */
  check: () => Promise<void>;
  release: () => Promise<void>;
};

/**
 * Acquires the leases of all servers on these stores, so that none works during the copy. Throws StartupError where a process
 * of any role is alive.
 */
export async function acquireAllLeases(sides: LeaseSide[]): Promise<HeldLeases> {
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
  const assertAllAlone = async () => {
    for (const { documents, name } of sides) await assertAlone(documents, name);
  };
  try {
    for (const [side, task] of sides.flatMap((side) => tasks.map((task) => [side, task] as const))) {
      const lease = await acquireLease({ leases: side.views.leases, task, leaseTtlMs, timeoutMs });
      if (lease === null) throw createAtWorkError(side);
      acquired.push({ side, lease });
    }
    await assertAllAlone();
  } catch (error) {
    await release();
    throw error;
  }
  return {
    check: async () => {
      await assertAllAlone();
      for (const { side, lease } of acquired) {
        if (!(await side.views.leases.renew(lease, leaseTtlMs))) throw createAtWorkError(side);
      }
    },
    release,
  };
}

function createAtWorkError({ name }: LeaseSide): StartupError {
  return new StartupError(`A server is at work on ${name}: stop all of them, and run it again`);
}
