import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import { type OutboxChannel, startMessageDelivery } from '#server/platform/outbox/message-delivery.ts';
import { startLeaderWork } from '#server/platform/subscriptions/start-with-retry.ts';
import { listParts, type Services } from './modules.ts';

/** While this process is the leader, sends the messages of all channels, and does the maintenance of all modules. */
export function runMaintenanceWorker(services: Services): LeaderElection {
  const { leases, log, run } = services;
  return startLeaderElection({
    task: leaseTasks.maintenance,
    leases,
    log,
    begin: () =>
      startLeaderWork({
        what: 'the maintenance worker',
        log,
        begin: async (stops) => {
          const channels: OutboxChannel[] = [];
          for (const open of listParts('channels').flat()) channels.push(...(await open(services)));
          stops.push((await startMessageDelivery(services, channels, run)).stop);
          for (const start of listParts('maintenance').flat()) {
            const running = await start(services);
            if (running !== null) stops.push(running.stop);
          }
        },
      }),
  });
}
