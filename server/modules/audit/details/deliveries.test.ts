import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { alertStream, deadLetterStream } from '#domain/event-catalog/streams.ts';
import { alert } from '#domain/alert/decider.ts';
import { createMatchCommand } from '#domain/alert/testing/examples.ts';
import { deadLetter } from '#domain/dead-letter/decider.ts';
import type { ChainNode, HistoryDetails } from '#domain/history/contract.ts';
import { buildMailId } from '#server/modules/alerts/channels/email/build-emails.ts';
import { buildLinkedItemId } from '#server/modules/alerts/channels/linked/alert-content.ts';
import { isDelivered } from '#server/modules/alerts/streams/alert-streams.ts';
import { toDeadLetterId } from '#server/modules/alerts/dead-letters/dead-letters.ts';
import { buildPushId } from '#server/modules/alerts/channels/push/push-outbox.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';
import { setUpOnce } from '#server/lib/testing/set-up.ts';
import { readCheckpoints } from '#server/platform/subscriptions/checkpoints.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { readWhenIndexed } from '../testing/read-when-indexed.ts';

const product = setUpServer();
const root = setUpOnce(async () => readWhenIndexed(await product.adminClient()));

/** An alert that was delivered to a new member, and the position of that event. */
async function delivered() {
  const { handle, events } = product.context;
  const { id: userId } = await product.newClient().register(`${randomUUID()}@example.com`);
  const listingId = randomUUID();
  const stream = alertStream(listingId, 0);
  const match = createMatchCommand({ listingId, userIds: [userId] });
  const { position } = await handle(alert, stream, match, { actor: 'scout', commandId: randomUUID() });
  await product.waitForViews();
  const [event] = (await events.read(stream)).events.filter(isDelivered);
  const [member] = event?.data.members ?? [];
  if (event === undefined || member === undefined) throw new Error('The alert reached nobody');
  return {
    userId,
    eventId: event.id,
    mailId: buildMailId(event.id, member),
    webhookId: buildLinkedItemId('webhook', event.id, member),
    position,
  };
}

async function labelsAt(position: number): Promise<string[]> {
  const { chain } = JSON.parse((await root.get(`/api/admin/history/${position}`)).text) as HistoryDetails;
  const below = (nodes: ChainNode[]): string[] =>
    nodes.flatMap(({ label, text, children }) => [`${label}: ${text}`, ...below(children)]);
  return below(chain);
}

it('An alert shows what reached the dashboard, and states what is unknown about messages', async () => {
  const { position } = await delivered();
  await expect
    .poll(() => labelsAt(position))
    .toEqual(expect.arrayContaining(['Dashboard: Shown to 1 member', 'Messages: No pending or failed message']));
});

it('An alert shows messages of all channels that are pending or failed, and what an admin did with them', async () => {
  const { userId, eventId, mailId, webhookId, position } = await delivered();
  const { documents, handle, push: pushes } = product.context;
  // The browser that is added below gets no push of the product's own.
  for (const channel of ['mail', 'push'])
    await expect.poll(async () => (await readCheckpoints(documents)).get(channel)).toBeGreaterThanOrEqual(position);
  const now = new Date();
  // Dead calls of a webhook are removed 30 days after they were due.
  const times = { createdAt: now.toISOString(), due: now.getTime(), queuedAt: 0 };
  const shared = { userId, position, attempts: 3, ...times };
  const content = { kind: 'alerts', listings: [], total: 1, isDaily: false };
  const error = 'mailbox full';
  const mail: OutboxItem = { ...shared, id: mailId, channel: 'mail', state: 'dead', error, content };
  await documents.put(outboxSpace, mail);
  await pushes.subscriptions.add(userId, 'session', {
    endpoint: 'https://push.example.com/1',
    keys: { p256dh: 'x', auth: 'y' },
  });
  const [browser] = await pushes.subscriptions.listByUser(userId);
  const id = buildPushId(eventId, browser?.id ?? '');
  // Due so late that no sender takes it during the test.
  const push: OutboxItem = {
    ...shared,
    id,
    channel: 'push',
    state: 'waiting',
    error: null,
    content: {},
    due: now.getTime() + 3_600_000,
  };
  await documents.put(outboxSpace, push);
  const webhook: OutboxItem = { ...mail, id: webhookId, channel: 'webhook', error: 'status 500' };
  await documents.put(outboxSpace, webhook);
  const letterId = toDeadLetterId(mail.id);
  const command = { type: 'Resend' as const, data: { letterId, channel: 'mail', userId, about: 'alerts' as const } };
  await handle(deadLetter, deadLetterStream(letterId), command, { actor: 'system', commandId: randomUUID() });
  const labels = await labelsAt(position);
  expect(labels).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Mail: Mail to .+@example\.com failed: mailbox full$/),
      expect.stringMatching(/^MessageResent: Mail about new listings to .+ sent again/),
      expect.stringMatching(/^Webhook: Webhook to .+@example\.com failed: status 500$/),
      expect.stringMatching(/^Push: Push to .+ is queued$/),
      expect.stringContaining('No other pending or failed message'),
    ]),
  );
});
