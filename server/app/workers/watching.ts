import type { Logger } from 'pino';
import type { Leases } from '#projections/store/port.ts';
import type { AlarmDeps } from '#server/modules/monitoring/alarms.ts';
import type { LatencyDeps } from '#server/modules/monitoring/latency.ts';
import { beginLater } from '#server/platform/subscriptions/begin-later.ts';
import { type Leader, startLeader } from '#server/platform/leader-election/leading.ts';
import { unlessAborted } from '#server/lib/unless-aborted.ts';

type WatchingDeps = {
  leases: Leases;
  log: Logger;
  viewsReady: Promise<void>;
  alarms: AlarmDeps;
  latency: LatencyDeps;
};

/** Watches the sources and the latency of alerts. It also runs without the scout, so that it notices a missing one. */
export function leadWatching({ leases, log, viewsReady, alarms, latency }: WatchingDeps): Leader {
  return startLeader({
    task: 'watch',
    leases,
    log,
    begin: () =>
      beginLater({
        what: 'The watch over the sources',
        log,
        begin: async (stops, stopped) => {
          const [{ startAlarms }, { followLatency }] = await Promise.all([
            import('#server/modules/monitoring/alarms.ts'),
            import('#server/modules/monitoring/latency.ts'),
          ]);
          stops.push((await followLatency(latency)).stop);
          if (
            (await unlessAborted(
              stopped,
              viewsReady.then(() => true),
            )) === null
          )
            return;
          stops.push(startAlarms(alarms).stop);
        },
      }),
  });
}
