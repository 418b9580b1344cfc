import { setTimeout } from 'node:timers/promises';
import type { Lease, LeasedViewStore, ViewStore } from '#projections/store/port.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { startLeader } from '#server/platform/leader-election/leading.ts';
import { fencedViews } from '#server/platform/projector/fenced.ts';

/** In ms: longer than the turn of a server that was killed just before. */
const patience = 6_000;
const quiet = { info: () => undefined, warn: () => undefined };

/** Works on the views in the place of a server's projector. Throws StartRefused where one is at work. */
export async function inProjectorsTurn<T>(views: LeasedViewStore, work: (own: ViewStore) => Promise<T>): Promise<T> {
  const begun = Promise.withResolvers<Lease>();
  const leader = startLeader({
    task: 'projector',
    leases: views.leases,
    log: quiet,
    begin: (turn) => {
      begun.resolve(turn);
      return { stop: () => Promise.resolve() };
    },
  });
  try {
    const turn = await Promise.race([begun.promise, setTimeout(patience, null, { ref: false })]);
    if (turn === null) throw new StartRefused('A server keeps these views just now: stop it, and then try again');
    return await work(fencedViews(views, turn));
  } finally {
    await leader.stop();
  }
}
