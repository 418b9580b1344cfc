import { projections } from '#projections/all.ts';
import { abortable } from '#server/lib/abortable.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import type { Topic } from '#server/platform/bus/bus.ts';
import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createDocumentCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import { startLeaderWork } from '#server/platform/subscriptions/start-with-retry.ts';
import { createRelay, type RelayDeps, type RelayMessage } from './relay.ts';

const beatIntervalMs = 1_000;

type RelayWorkerDeps = Pick<Platform, 'events' | 'documents' | 'viewStore' | 'leases' | 'clock' | 'log' | 'run'> &
  Pick<RelayDeps, 'tracker'> & { topic: Topic<RelayMessage> };

/** While this process is the leader, sends the events of the log to all processes that serve pages. */
export function runRelayWorker(deps: RelayWorkerDeps): LeaderElection {
  const { viewStore: views, leases, log, run, topic } = deps;
  return startLeaderElection({
    task: leaseTasks.relay,
    leases,
    log,
    begin: () =>
      startLeaderWork({
        what: 'the relay of live updates',
        log,
        begin: async (stops, stopped) => {
          const checkpoint = createDocumentCheckpoint(deps, 'relay');
          const relay = createRelay({ ...deps, views, projections, checkpoint, publish: topic.publish });
          const running = run(relay.subscriber);
          stops.push(running.stop);
          const beats = runEvery({
            work: relay.sendBeat,
            intervalMs: beatIntervalMs,
            log,
            failureMessage: 'Failed to send a beat to the processes that serve pages',
          });
          stops.push(beats.stop);
          await abortable(stopped, running.ready);
        },
      }),
  });
}
