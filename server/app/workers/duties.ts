import type { Logger } from 'pino';
import { projections } from '#projections/all.ts';
import type { Config } from '#server/platform/config/config.ts';
import { type Leader, startLeader } from '#server/platform/leader-election/leading.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Applied, startProjector } from '#server/platform/projector/projector.ts';
import { fencedViews } from '#server/platform/projector/fenced.ts';
import type { Progress } from '#server/platform/projector/progress.ts';
import type { Scouting } from './scouting.ts';
import type { Stores } from '#server/platform/storage/stores.ts';

/** What a process does by its role, and whether other processes may share the work. */
export function dutiesOf({ role, mongoUrl }: Pick<Config, 'role' | 'mongoUrl'>) {
  const does = (one: Config['role']) => role === 'all' || role === one;
  return {
    servesWeb: does('web'),
    keepsViews: does('projector'),
    takesListings: does('web') || does('scout'),
    scouts: does('scout'),
    isShared: mongoUrl !== null,
  };
}

type Keeping = {
  context: { log: Logger };
  stores: Pick<Stores, 'events' | 'views'>;
  metrics: Pick<Metrics, 'parked'>;
  seen: Progress;
  onApplied: (batch: Applied) => Promise<void>;
};

/** Runs the projector while this process is the leader. */
export function leadViews({ context: { log }, stores, metrics, seen, onApplied }: Keeping): Leader {
  const { events, views } = stores;
  return startLeader({
    task: 'projector',
    leases: views.leases,
    log,
    begin: (turn, onFenced) => {
      const projector = startProjector({
        events,
        views: fencedViews(views, turn),
        projections,
        log,
        seen,
        onApplied,
        onFenced,
        onParked: (parked) => metrics.parked(parked),
      });
      projector.ready.catch((error: unknown) => log.fatal({ err: error }, 'The views are not kept up with the log'));
      return projector;
    },
  });
}

/** Runs the scout while this process is the leader. */
export function leadScouting({ log }: { log: Logger }, { views }: Pick<Stores, 'views'>, scouting: Scouting): Leader {
  return startLeader({ task: 'scout', leases: views.leases, log, begin: scouting.begin });
}
