import { pushChannel, type PushContent } from '../push/push-adapter.ts';
import type { PushSubscriptions } from '../push/subscriptions.ts';
import { type DeadLetterChannel, whyNotMember } from './dead-letter-channel.ts';

type PushDeadLetterDeps = { push: { subscriptions: Pick<PushSubscriptions, 'find' | 'isAlive'> } };

export function createPushDeadLetters({ push: { subscriptions } }: PushDeadLetterDeps): DeadLetterChannel<PushContent> {
  return {
    channel: pushChannel,
    describeSubject: ({ message }) => message.body,
    findKind: () => null,
    whyNotResend: async ({ content }, user) => {
      const to = await subscriptions.find(content.subscriptionId);
      const isSubscribed = to?.userId === user.id && (await subscriptions.isAlive(to));
      return isSubscribed ? whyNotMember(user) : 'This browser has turned off notifications';
    },
    prepareResend: () => Promise.resolve(),
  };
}
