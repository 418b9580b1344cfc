import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import { startLeaderWork } from '#server/platform/subscriptions/start-with-retry.ts';
import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import type { Logger } from 'pino';
import type { Leases } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { startRecoverablePasswordCleanup } from '#server/modules/users/passwords/delete-recoverable-passwords.ts';
import type { createEmailChannel } from '#server/modules/alerts/email/email-channel.ts';
import type { ErasureService } from '#server/modules/privacy/account-erasure.ts';
import type { createPictureChannel } from '#server/modules/pictures/picture-channel.ts';
import type { startResendRuns } from '#server/modules/alerts/dead-letters/resend-all.ts';
import type { createLinkedChannels } from '#server/modules/alerts/member-channels/member-channels.ts';
import type { createPushChannel } from '#server/modules/alerts/push/push-channel.ts';
import type { startSellerContactPurge } from '#server/modules/intake/owner-offers/purge-seller-contacts.ts';
import type { PasswordRequests } from '#server/modules/users/accounts/forgot-password.ts';
import type { startRetention } from '#server/modules/visitors/retention.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';

type PasswordDeps = {
  config: Pick<Config, 'passwordReveal'>;
  passwordRequests: Pick<PasswordRequests, 'resume'>;
  documents: Parameters<typeof startRecoverablePasswordCleanup>[1];
};

/** The dependencies of each task. */
type MaintenanceDeps = {
  leases: Leases;
  log: Logger;
  push: Parameters<typeof createPushChannel>[0] & Parameters<typeof createLinkedChannels>[0];
  mail: Parameters<typeof createEmailChannel>[0];
  pictures: Parameters<typeof createPictureChannel>[0];
  passwords: PasswordDeps;
  visits: Parameters<typeof startRetention>[0];
  sellers: Parameters<typeof startSellerContactPurge>[0];
  deadLetters: Parameters<typeof startResendRuns>[0];
  deletions: { accountErasure: ErasureService; log: Logger };
};

/**
 * While this process is the leader, sends push messages and emails, resends dead letters, resumes password requests, and
 * erases old data.
 */
export function runMaintenanceWorker(
  deps: MaintenanceDeps,
  viewsReady: Promise<void>,
  run: RunSubscriber,
): LeaderElection {
  const { leases, log, push, mail, pictures, passwords, visits, sellers, deadLetters, deletions } = deps;
  return startLeaderElection({
    task: leaseTasks.maintenance,
    leases,
    log,
    begin: () =>
      startLeaderWork({
        what: 'the maintenance worker',
        log,
        begin: async (stops) => {
          const [
            { createPushChannel },
            { createLinkedChannels, startChatLinking },
            { createEmailChannel },
            { createPictureChannel },
            { startMessageDelivery },
            { startResendRuns },
            { startRetention },
            { startSellerContactPurge },
            { startErasureResumption },
          ] = await Promise.all([
            import('#server/modules/alerts/push/push-channel.ts'),
            import('#server/modules/alerts/member-channels/member-channels.ts'),
            import('#server/modules/alerts/email/email-channel.ts'),
            import('#server/modules/pictures/picture-channel.ts'),
            import('#server/modules/alerts/channels/message-delivery.ts'),
            import('#server/modules/alerts/dead-letters/resend-all.ts'),
            import('#server/modules/visitors/retention.ts'),
            import('#server/modules/intake/owner-offers/purge-seller-contacts.ts'),
            import('#server/modules/privacy/resume-erasure.ts'),
          ]);
          const alertChannels = [createEmailChannel(mail), createPushChannel(push), ...createLinkedChannels(push)];
          const channels = [...alertChannels, createPictureChannel(pictures)];
          stops.push((await startMessageDelivery(push, channels, run)).stop, startChatLinking(push).stop);
          stops.push(startResendRuns(deadLetters).stop);
          await passwords.passwordRequests.resume();
          stops.push(startRetention(visits, viewsReady).stop, startSellerContactPurge(sellers).stop);
          stops.push(startErasureResumption(deletions).stop);
          if (passwords.config.passwordReveal !== 'off') return;
          const { startRecoverablePasswordCleanup } = await import(
            '#server/modules/users/passwords/delete-recoverable-passwords.ts'
          );
          stops.push(startRecoverablePasswordCleanup(deletions, passwords.documents).stop);
        },
      }),
  });
}
