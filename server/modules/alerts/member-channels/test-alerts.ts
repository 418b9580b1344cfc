import type { ChannelName, TestResult } from '#domain/alert/channels.contract.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { urgentDue } from '../email/transport/mail.ts';
import type { PushSubscriptions, SubscriptionDoc } from '../push/subscriptions.ts';
import { createTestPushMessage } from '../push/push-message.ts';
import { type ChannelLinks, isLinkedChannel } from './linked/links.ts';

const space = documentSpaces.testAlerts;
/** How long the result of a test can be asked for, in ms. */
const testTtlMs = 3_600_000;

/** A test that was sent. `id` is that of its item in the outbox, and `subscriptionId` of the browser, of a push. */
type TestDoc = { id: string; userId: string; channel: ChannelName; subscriptionId: string | null };

type TestAlertDeps = Pick<Platform, 'documents' | 'clock'> & {
  outbox: Pick<Outbox, 'put'>;
  links: ChannelLinks;
  subscriptions: Pick<PushSubscriptions, 'listByUser' | 'find'>;
};
type Tester = { userId: string; sessionKey: string; commandId: string };

/** Alerts that members send to themselves, by the way that all alerts of a channel take. */
export function createTestAlerts({ documents, outbox, links, subscriptions, clock }: TestAlertDeps) {
  const findBrowser = async ({ userId, sessionKey }: Tester): Promise<SubscriptionDoc | null> => {
    const own = (await subscriptions.listByUser(userId)).filter((one) => one.sessionKey === sessionKey);
    return own.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0] ?? null;
  };
  const findGoneReason = async ({ userId, channel, subscriptionId }: TestDoc): Promise<string | null> => {
    if (subscriptionId !== null)
      return (await subscriptions.find(subscriptionId)) === null ? 'This browser has turned off notifications' : null;
    if (!isLinkedChannel(channel)) return null;
    const link = await links.find(userId, channel);
    return link === null ? 'The link was removed' : link.problem;
  };

  return {
    /** Durable when it resolves, with the id of the test, that of its command. Throws HttpError 409 where nothing is set up. */
    send: async (channel: ChannelName, tester: Tester): Promise<string> => {
      const { userId, commandId } = tester;
      const browser = channel === 'push' ? await findBrowser(tester) : null;
      if (channel === 'push' && browser === null)
        throw new HttpError(409, 'Turn on notifications on this device first');
      if (isLinkedChannel(channel) && !(await links.find(userId, channel))?.isOn)
        throw new HttpError(409, 'Set up this channel and turn it on first');
      const id = `test-${commandId}`;
      const createdAt = clock().toISOString();
      const test: TestDoc = { id, userId, channel, subscriptionId: browser?.id ?? null };
      await documents.put(space, test, clock().getTime() + testTtlMs);
      const content =
        browser === null
          ? { kind: 'test-alert' }
          : { subscriptionId: browser.id, message: createTestPushMessage(id), isTest: true };
      await outbox.put([{ id, channel, userId, createdAt, position: startPosition, due: urgentDue, content }]);
      return id;
    },

    /** Null for a test that is not this member's. What has left the outbox was accepted, unless its receiver is gone. */
    findResult: async (id: string, userId: string): Promise<TestResult | null> => {
      const test = await documents.get<TestDoc>(space, id);
      if (test?.userId !== userId) return null;
      const item = await documents.get<OutboxItem>(outboxSpace, id);
      if (item !== null) return { state: item.state === 'dead' ? 'failed' : 'sending', reason: item.error };
      const reason = await findGoneReason(test);
      return { state: reason === null ? 'sent' : 'failed', reason };
    },
  };
}
