import type { ChannelName, TestResult } from '#domain/alert/channels.contract.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { urgentDue } from './email/transport/mail.ts';
import type { AlertChannel, Tester } from '../channel-framework/channel.ts';

const space = documentSpaces.testAlerts;
/** How long the result of a test can be asked for, in ms. */
const testTtlMs = 3_600_000;

/** A test that was sent. `id` is that of its item in the outbox, and `subscriptionId` of the browser, of a push. */
type TestDoc = { id: string; userId: string; channel: ChannelName; subscriptionId: string | null };

type TestAlertDeps = Pick<Platform, 'documents' | 'clock'> & { outbox: Pick<Outbox, 'put'> };

/** Alerts that members send to themselves, by the way that all alerts of a channel take. */
export function createTestAlerts({ documents, outbox, clock }: TestAlertDeps, channels: readonly AlertChannel[]) {
  const findTest = (channel: string) => channels.find(({ name }) => name === channel)?.test;

  return {
    /** Durable when it resolves, with the id of the test, that of its command. Throws HttpError 409 where nothing is set up. */
    send: async (channel: ChannelName, { commandId, ...tester }: Tester & { commandId: string }): Promise<string> => {
      const { userId } = tester;
      const id = `test-${commandId}`;
      const prepared = await findTest(channel)?.prepare(tester, id);
      if (prepared === undefined) throw new HttpError(404, 'This server has no such channel');
      const { content, subscriptionId } = prepared;
      const createdAt = clock().toISOString();
      const test: TestDoc = { id, userId, channel, subscriptionId };
      await documents.put(space, test, clock().getTime() + testTtlMs);
      await outbox.put([{ id, channel, userId, createdAt, position: startPosition, due: urgentDue, content }]);
      return id;
    },

    /** Null for a test that is not this member's. What has left the outbox was accepted, unless its receiver is gone. */
    findResult: async (id: string, userId: string): Promise<TestResult | null> => {
      const test = await documents.get<TestDoc>(space, id);
      if (test?.userId !== userId) return null;
      const item = await documents.get<OutboxItem>(outboxSpace, id);
      if (item !== null) return { state: item.state === 'dead' ? 'failed' : 'sending', reason: item.error };
      const reason = (await findTest(test.channel)?.findGoneReason(test)) ?? null;
      return { state: reason === null ? 'sent' : 'failed', reason };
    },
  };
}
