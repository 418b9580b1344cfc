import type { Lease, LeasedViewStore, ViewStore } from '#projections/store/port.ts';
import { withTimeout } from '#server/lib/delay.ts';
import { StartupError } from '#server/lib/errors.ts';
import { startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { fencedViews } from '#server/platform/projector/fenced.ts';

/** In ms: longer than the lease of a server that was killed just before. */
const acquireTimeoutMs = 6_000;
const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined, fatal: () => undefined };

/** Works on the views in the place of the servers that write them. Throws StartupError where one is running. */
export async function withViewLeases<T>(
  views: LeasedViewStore,
  tasks: readonly string[],
  work: (own: ViewStore) => Promise<T>,
): Promise<T> {
  const elections = tasks.map((task) => electHere(views, task));
  try {
    const acquired = Promise.all(elections.map(({ acquired: one }) => one));
    const [lease] = await withTimeout(acquired, acquireTimeoutMs, () => {
      throw new StartupError('A server keeps these views just now: stop it, and then try again');
    });
    return await work(lease === undefined ? views : fencedViews(views, lease));
  } finally {
    await Promise.all(elections.map(({ stop }) => stop()));
  }
}

function electHere(views: LeasedViewStore, task: string) {
  const { promise: acquired, resolve } = Promise.withResolvers<Lease>();
  const { stop } = startLeaderElection({
    task,
    leases: views.leases,
    log: silentLog,
    begin: (lease) => {
      resolve(lease);
      return { stop: () => Promise.resolve() };
    },
  });
  return { acquired, stop };
}
