import type { Logger } from 'pino';
import type { Leases } from '#projections/store/port.ts';
import type { AlarmDeps } from '#server/modules/monitoring/alarms.ts';
import type { LatencyDeps } from '#server/modules/monitoring/latency.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import { startLeaderWork } from '#server/platform/subscriptions/start-with-retry.ts';
import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { abortable } from '#server/lib/abortable.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';

type MonitoringDeps = {
  leases: Leases;
  log: Logger;
  viewsReady: Promise<void>;
  alarms: AlarmDeps;
  latency: LatencyDeps;
  run: RunSubscriber;
};

/** Watches the sources and the latency of alerts. It also runs without the scout, so that it notices a missing one. */
export function runMonitoringWorker({ leases, log, viewsReady, alarms, latency, run }: MonitoringDeps): LeaderElection {
  return startLeaderElection({
    task: leaseTasks.monitoring,
    leases,
    log,
    begin: () =>
      startLeaderWork({
        what: 'the monitoring worker',
        log,
        begin: async (stops, stopped) => {
          const [{ startAlarms }, { createLatencySubscriber }] = await Promise.all([
            import('#server/modules/monitoring/alarms.ts'),
            import('#server/modules/monitoring/latency.ts'),
          ]);
          stops.push(run(createLatencySubscriber(latency)).stop);
          if (
            (await abortable(
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
