import type { Lease, LeasedViewStore, ViewStore } from '#projections/store/port.ts';
import { withTimeout } from '#server/lib/delay.ts';
import { StartupError } from '#server/lib/errors.ts';
import { startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { fencedViews } from '#server/platform/projector/fenced.ts';
import type { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';

/** In ms: longer than the lease of a server that was killed just before. */
const acquireTimeoutMs = 6_000;
const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined, fatal: () => undefined };

/** Works on the views in the place of the server that writes them. Throws StartupError where one is running. */
export async function withViewLease<T>(
  views: LeasedViewStore,
  task: typeof leaseTasks.projector | typeof leaseTasks.audit,
  work: (own: ViewStore) => Promise<T>,
): Promise<T> {
  const acquired = Promise.withResolvers<Lease>();
  const leader = startLeaderElection({
    task,
    leases: views.leases,
    log: silentLog,
    begin: (lease) => {
      acquired.resolve(lease);
      return { stop: () => Promise.resolve() };
    },
  });
  try {
    const lease = await withTimeout(acquired.promise, acquireTimeoutMs, () => {
      throw new StartupError('A server keeps these views just now: stop it, and then try again');
    });
    return await work(fencedViews(views, lease));
  } finally {
    await leader.stop();
  }
}
