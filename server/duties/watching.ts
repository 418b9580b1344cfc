import type { Logger } from 'pino';
import type { Leases } from '#projections/store/port.ts';
import type { AlarmDeps } from '../scout/sources/alarms.ts';
import type { LatencyDeps } from '../scout/sources/latency.ts';
import { beginLater } from '../time/begin-later.ts';
import { type Leader, startLeader } from './leading.ts';
import { unlessAborted } from '../time/unless-aborted.ts';

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
            import('../scout/sources/alarms.ts'),
            import('../scout/sources/latency.ts'),
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
