import { abortable } from '#server/lib/abortable.ts';
import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { startLeaderWork } from '#server/platform/subscriptions/start-with-retry.ts';
import type { AlarmDeps } from './alarms.ts';
import type { LatencyDeps } from './latency.ts';

type MonitoringDeps = Pick<Platform, 'leases' | 'log' | 'viewsReady' | 'run'> & AlarmDeps & LatencyDeps;

/** Watches the sources and the latency of alerts. It also runs without the scout, so that it notices a missing one. */
export function runMonitoringWorker(deps: MonitoringDeps): LeaderElection {
  const { leases, log, viewsReady, run } = deps;
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
            import('./alarms.ts'),
            import('./latency.ts'),
          ]);
          stops.push(run(createLatencySubscriber(deps)).stop);
          await abortable(stopped, viewsReady);
          if (!stopped.aborted) stops.push(startAlarms(deps).stop);
        },
      }),
  });
}
