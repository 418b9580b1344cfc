import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { user } from '#domain/user/decider.ts';
import type { Doc, ViewStore } from '#projections/store/port.ts';
import { findUser, users } from '#projections/users.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { createTestPush } from '../matching/testing/pipeline-fixture.ts';
import type { TestStores } from '../matching/testing/test-stores.ts';
import { createEmailFixture } from '../channels/email/testing/email-fixture.ts';
import { createReceiverFinder } from './find-receiver.ts';
import { openPushOutbox } from '../channels/push/push-outbox.ts';
import { createPushBrowser } from '../channels/push/testing/push-browser.ts';
import { startChannelsFixture, zipCode } from '../channels/testing/channels-fixture.ts';
import { createWebhookChannel } from '../channels/webhook/channel.ts';
import { createWebhookSecret } from '../channels/webhook/webhook-address.ts';

/** A user who has become a member; the users view of `views` does not show it yet. */
async function addLateMember(stores: TestStores) {
  const userId = await stores.member({ zipCode }, false);
  await stores.waitForViews();
  const [reached, doc] = [await stores.views.checkpoints(), await findUser(stores.views, userId)];
  const now = stores.clock().toISOString();
  const command = { type: 'ActivateMembership', data: { userId, now } } as const;
  await stores.handle(user, userStream(userId), command, { actor: 'system', commandId: randomUUID() });
  const views: ViewStore = {
    ...stores.views,
    checkpoints: () => Promise.resolve(reached),
    get: <D extends Doc>(view: string, id: string) =>
      view === users.view && id === userId ? Promise.resolve(doc as D | null) : stores.views.get<D>(view, id),
  };
  return { userId, views };
}

async function startChannels() {
  const fixture = await startChannelsFixture();
  onTestFinished(fixture.close);
  return { ...fixture, ...(await addLateMember(fixture.stores)) };
}

const alertOf = (userId: string, position: Position, content: object): OutboxItem => ({
  id: 'one',
  channel: 'any',
  userId,
  createdAt: '2026-03-16T11:00:00.000Z',
  position,
  due: 0,
  content,
  state: 'waiting',
  attempts: 0,
  error: null,
  queuedAt: 0,
});

it('An alert is mailed to a member whom the view does not show yet', async () => {
  const fixture = await createEmailFixture();
  onTestFinished(fixture.close);
  const { userId, views } = await addLateMember(fixture.stores);
  await fixture.open({ ...fixture.stores, views }, 0);
  await fixture.deliverAlert('House on Elm St', [userId]);
  await expect.poll(() => fixture.sent).toMatchObject([{ to: `${userId}@example.com` }]);
});

it('An alert is pushed to a member whom the view does not show yet', async () => {
  const { stores, deps, userId, views } = await startChannels();
  const push = createTestPush(stores);
  await push.subscriptions.add(userId, 'session', createPushBrowser().subscription);
  const { adapter } = openPushOutbox({ ...deps, push, views, viewStore: views });
  const [browser] = await push.subscriptions.listByUser(userId);
  const content = { subscriptionId: browser?.id, message: {} };
  expect(await adapter.render(alertOf(userId, await stores.events.head(), content))).toMatchObject({ to: { userId } });
});

it('An alert is sent by a linked channel to a member whom the view does not show yet', async () => {
  const { stores, deps, userId, views } = await startChannels();
  const channel = createWebhookChannel({ ...deps, views, viewStore: views });
  const target = { url: 'https://example.com', secret: createWebhookSecret(), issuedBy: 'test' };
  await channel.links.save(userId, () => ({ target }));
  const content = { kind: 'alerts', listings: [{ id: 'house' }], total: 1, isDaily: false };
  const opened = await channel.open();
  const message = await opened?.adapter.render(alertOf(userId, await stores.events.head(), content));
  expect(message).toMatchObject({ userId, content: { total: 1 } });
});

it('The position of the view is asked for again only beyond the one that is known', async () => {
  const { stores, userId } = await startChannels();
  await stores.waitForViews();
  const head = await stores.events.head();
  let asked = 0;
  const viewStore = {
    checkpoints: () => {
      asked += 1;
      return stores.views.checkpoints();
    },
  };
  const findReceiver = createReceiverFinder({ ...stores, viewStore });
  for (const position of [head, startPosition, head]) {
    expect(await findReceiver({ userId, position })).toMatchObject({ id: userId, membershipStatus: 'active' });
  }
  expect(asked).toBe(1);
});
