import { beginLater } from '../time/begin-later.ts';
import type { Context } from '../context.ts';
import { type Leader, startLeader } from './leading.ts';
import type { Metrics } from '../metrics.ts';
import type { Stores } from '../stores/stores.ts';
import { unlessAborted } from '../time/unless-aborted.ts';

type Watching = {
  context: Context;
  stores: Pick<Stores, 'views'>;
  metrics: Pick<Metrics, 'alerted'>;
  viewsReady: Promise<void>;
};

/** Watches the sources and how fast alerts get out, for all: a process that does not scout tells that nobody does. */
export function leadWatching({ context, stores, metrics, viewsReady }: Watching): Leader {
  const { log } = context;
  return startLeader({
    task: 'watch',
    leases: stores.views.leases,
    log,
    begin: () =>
      beginLater({
        what: 'The watch over the sources',
        log,
        begin: async (stops, stopped) => {
          const [{ startAlarms }, { followLatency }] = await Promise.all([
            import('../scout/sources/alarms.ts'),
            import('../scout/sources/latency.ts'),
          ]);
          stops.push((await followLatency({ ...context, observe: metrics.alerted })).stop);
          if (
            (await unlessAborted(
              stopped,
              viewsReady.then(() => true),
            )) === null
          )
            return;
          stops.push(startAlarms(context).stop);
        },
      }),
  });
}
