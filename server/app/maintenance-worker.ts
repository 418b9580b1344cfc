import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import { type OutboxChannel, startOutboxSubscribers } from '#server/platform/outbox/message-delivery.ts';
import { startLeaderWork } from '#server/platform/subscriptions/start-with-retry.ts';
import { listParts, type Services } from './modules.ts';

/** The channels of all modules: their messages are put into the outbox by one process, and sent by any. */
export async function openChannels(services: Services): Promise<OutboxChannel[]> {
  const opened = await Promise.all(listParts('channels').flatMap((list) => list.map((open) => open(services))));
  return opened.flat();
}

/**
 * While this process is the leader, puts the messages of all channels into the outbox, and does the maintenance of all
 * modules.
 */
export function runMaintenanceWorker(services: Services, channels: Promise<OutboxChannel[]>): LeaderElection {
  const { leases, log, run } = services;
  return startLeaderElection({
    task: leaseTasks.maintenance,
    leases,
    log,
    begin: (_lease, onFenced) =>
      startLeaderWork({
        what: 'the maintenance worker',
        log,
        begin: async (stops) => {
          stops.push(startOutboxSubscribers(await channels, run, onFenced).stop);
          for (const start of listParts('maintenance').flat()) {
            const running = await start(services);
            if (running !== null) stops.push(running.stop);
          }
        },
      }),
  });
}
