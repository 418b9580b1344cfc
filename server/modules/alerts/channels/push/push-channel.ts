import { buildAlertId } from '#domain/alert/alert-view.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { AlertChannel, ChannelDeps, Tester } from '../../channel-framework/channel.ts';
import { type DeadLetterChannel, whyNotMember } from '../../channel-framework/dead-letter-channel.ts';
import type { PushContent } from './push-adapter.ts';
import { createTestPushMessage } from './push-message.ts';
import type { Push, PushSubscriptions, SubscriptionDoc } from './subscriptions.ts';

/** Notifications of the browsers in which a member has turned them on. */
export function createPushChannel(deps: ChannelDeps & { push: Push }): AlertChannel {
  const { subscriptions } = deps.push;
  const findBrowser = async ({ userId, sessionKey }: Tester): Promise<SubscriptionDoc | null> => {
    const own = (await subscriptions.listByUser(userId)).filter((one) => one.sessionKey === sessionKey);
    return own.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0] ?? null;
  };
  return {
    name: 'push',
    present: async ({ id, notificationPreference }) => {
      const [first] = (await subscriptions.listByUser(id)).map(({ createdAt }) => createdAt).sort();
      // A daily digest is not pushed.
      const since = notificationPreference === 'daily' ? null : (first ?? null);
      return { channel: 'push', isOn: first !== undefined, target: null, problem: null, since };
    },
    test: {
      prepare: async (tester, id) => {
        const browser = await findBrowser(tester);
        if (browser === null) throw new HttpError(409, 'Turn on notifications on this device first');
        const content = { subscriptionId: browser.id, message: createTestPushMessage(id), isTest: true };
        return { content, subscriptionId: browser.id };
      },
      findGoneReason: async ({ subscriptionId }) =>
        subscriptionId !== null && (await subscriptions.find(subscriptionId)) === null
          ? 'This browser has turned off notifications'
          : null,
    },
    deadLetters: createPushDeadLetters(deps),
    open: async () => (await import('./push-outbox.ts')).openPushOutbox(deps),
  };
}

type PushDeadLetterDeps = { push: { subscriptions: Pick<PushSubscriptions, 'find' | 'isAlive'> } };

function createPushDeadLetters({ push: { subscriptions } }: PushDeadLetterDeps): DeadLetterChannel<PushContent> {
  return {
    describeSubject: ({ message }) => message.body,
    isAbout: ({ message }, alert) => message.tag === buildAlertId(alert),
    findKind: () => null,
    whyNotResend: async ({ content }, user) => {
      const to = await subscriptions.find(content.subscriptionId);
      const isSubscribed = to?.userId === user.id && (await subscriptions.isAlive(to));
      return isSubscribed ? whyNotMember(user) : 'This browser has turned off notifications';
    },
    prepareResend: () => Promise.resolve(),
  };
}
