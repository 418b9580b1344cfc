import type { LinkedChannel } from '#domain/alert/channels.contract.ts';
import { startPosition } from '#domain/shared/decider.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { NewOutboxItem } from '#server/platform/outbox/item.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { mailChannel, type MailContent, urgentDue } from '../email/transport/mail.ts';
import type { ChannelLinks } from './links.ts';

/** In ms: after failing for this long, a channel causes one email to its member. */
const longFailureMs = 6 * 3_600_000;
const failingProblem = 'Messages have been failing for hours. Check the receiver, then send yourself a test alert.';

type FailureLinks = Pick<
  ChannelLinks<unknown>,
  'find' | 'disable' | 'recordFailure' | 'recordProblem' | 'recordSuccess'
>;
type ReporterDeps = Pick<Platform, 'clock' | 'log'> & { links: FailureLinks; outbox: Pick<Outbox, 'put'> };

/** Notifies members on their page and by mail when their channel was turned off, or keeps failing. */
export function createFailureReporter({ links, outbox, clock, log }: ReporterDeps, channel: LinkedChannel) {
  const mailProblem = async (userId: string, problem: string) => {
    const now = clock();
    const content: MailContent = { kind: 'channel-problem', channel, problem };
    const mail: NewOutboxItem<MailContent> = {
      id: `channel-problem/${channel}/${userId}`,
      channel: mailChannel,
      userId,
      createdAt: now.toISOString(),
      position: startPosition,
      due: urgentDue,
      content,
    };
    await outbox.put([mail]);
  };

  return {
    /** `problem` where the channel is at its end. Durable when it resolves. */
    reportFailure: async (userId: string, problem: string | null): Promise<void> => {
      if (problem !== null) {
        if ((await links.find(userId))?.isOn) await mailProblem(userId, problem);
        await links.disable(userId, problem);
        log.info({ user: userId, channel }, 'Turned off a channel whose receiver is gone');
        return;
      }
      const link = await links.recordFailure(userId);
      const isLong = clock().getTime() - (link?.failingSince ?? Infinity) >= longFailureMs;
      if (!isLong || link?.problem !== null) return;
      await links.recordProblem(userId, failingProblem);
      await mailProblem(userId, failingProblem);
    },
    /** Never throws: the message was accepted, and must not be sent again. */
    reportSuccess: async (userId: string): Promise<void> => {
      await links.recordSuccess(userId).catch((error: unknown) => {
        log.warn({ err: error, channel }, 'Failed to record that a channel works again');
      });
    },
  };
}
