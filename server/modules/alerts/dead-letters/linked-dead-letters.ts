import type { AlertContent } from '../member-channels/linked/alert-content.ts';
import type { ChannelLinks, LinkedChannel } from '../member-channels/linked/links.ts';
import { type DeadLetterChannel, whyNotMember } from './dead-letter-channel.ts';
import { describeAlerts, testSubject } from './mail-dead-letters.ts';

/** For a channel that members link. */
export function createLinkedDeadLetters(
  channel: LinkedChannel,
  { links }: { links: Pick<ChannelLinks, 'find'> },
): DeadLetterChannel<AlertContent> {
  return {
    channel,
    describeSubject: (content) => (content.kind === 'alerts' ? describeAlerts(content) : testSubject),
    findKind: () => null,
    whyNotResend: async ({ content }, user) => {
      const link = await links.find(user.id, channel);
      if (!link?.isOn) return 'This member has turned off this channel';
      return content.kind === 'alerts' ? whyNotMember(user) : null;
    },
    prepareResend: () => Promise.resolve(),
  };
}
