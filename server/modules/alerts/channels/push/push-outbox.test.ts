import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alertStream } from '#domain/event-catalog/streams.ts';
import { alert } from '#domain/alert/decider.ts';
import { createMatchCommand, exampleListing } from '#domain/alert/testing/examples.ts';
import type { AlertKind } from '#domain/alert/events.ts';
import { listAll } from '#projections/store/list-all.ts';
import { type TestStores, openTestStores } from '../../matching/testing/test-stores.ts';
import { startMessageDelivery } from '#server/platform/outbox/testing/message-delivery.ts';
import { openPushOutbox } from './push-outbox.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { createPush, type Push } from './subscriptions.ts';
import { type PushBrowser, createPushBrowser } from './testing/push-browser.ts';
import { startPushService } from './testing/push-service.ts';

const seed = Buffer.alloc(32, 7);
const keys = { vapid: null, vapidSubject: 'mailto:ops@example.com', publicUrl: null, admin: null };
const listing = { ...exampleListing, title: 'Inherited house' };

let testStores: TestStores;
let service: Awaited<ReturnType<typeof startPushService>>;
let push: Push;
let ended: Set<string>;
let stop: () => Promise<void>;
let pauseMs: number;
let whenToTell: (userId: string) => Promise<number | null>;

async function start() {
  const sessions = { onEnded: () => undefined, isAlive: (id: string) => Promise.resolve(!ended.has(id)) };
  push = createPush({ ...testStores, sessions, config: keys, seed });
  const { transport } = service;
  const backoffMs = Array.from({ length: 5 }, () => pauseMs);
  const options = { transport, findSendTime: ({ userId }: { userId: string }) => whenToTell(userId), backoffMs };
  const channel = openPushOutbox({ ...testStores, viewStore: testStores.views, push }, options);
  ({ stop } = await startMessageDelivery(testStores, [channel], testStores.run));
}
beforeEach(async () => {
  testStores = await openTestStores();
  service = await startPushService();
  ended = new Set();
  pauseMs = 5;
  whenToTell = () => Promise.resolve(0);
  await start();
});
afterEach(async () => {
  await stop();
  await service.close();
  await testStores.close();
});

async function subscribe(userId: string, sessionKey: string = randomUUID()): Promise<PushBrowser> {
  const browser = createPushBrowser();
  await push.subscriptions.add(userId, sessionKey, browser.subscription);
  return browser;
}
const pathOf = ({ subscription }: PushBrowser) => new URL(subscription.endpoint).pathname;

/** Matches and delivers an alert to these members; resolves with its id. */
async function deliverAlert(
  userIds: string[],
  { kind = 'new', how = 'alert' }: { kind?: AlertKind; how?: 'alert' | 'digest' } = {},
): Promise<string> {
  const listingId = randomUUID();
  const stream = alertStream(listingId, 0);
  const mode = how === 'alert' ? 'immediate' : 'daily';
  const tell = (command: Parameters<typeof alert.decide>[0]) =>
    testStores.handle(alert, stream, command, { actor: 'scout', commandId: randomUUID() });
  await tell(createMatchCommand({ listingId, userIds, kind, mode, listing }));
  const at = new Date().toISOString();
  await tell({ type: 'DeliverDigest', data: { userIds, foundAt: at, at } });
  return `${listingId}-0`;
}
const listPushItems = () => listAll<OutboxItem>(testStores.documents, 'outbox', { channel: 'push' });
const waiting = async () => (await listPushItems()).filter(({ state }) => state !== 'dead');

/** Resolves when everything before is pushed: an alert to another user has arrived, and nothing is due. */
async function waitUntilSent() {
  const witness = await subscribe(`witness-${randomUUID()}`);
  const userId = (
    await listAll<{ id: string; userId: string }>(testStores.documents, 'push-subscriptions', {
      endpoint: witness.subscription.endpoint,
    })
  )[0]?.userId;
  await deliverAlert([userId ?? '']);
  await expect.poll(() => service.pushed.some(({ path }) => path === pathOf(witness))).toBe(true);
  const isDue = ({ state, due }: OutboxItem) =>
    state === 'sending' || (state === 'waiting' && due <= testStores.clock().getTime());
  await expect.poll(async () => (await listPushItems()).filter(isDue)).toEqual([]);
  return service.pushed.filter(({ path }) => path !== pathOf(witness));
}

describe('an alert that was delivered', () => {
  it('An alert that was delivered is pushed once to every browser of its members, as one notification', async () => {
    const [phone, desk, other] = [await subscribe('ann'), await subscribe('ann'), await subscribe('bob')];
    const tag = await deliverAlert(['ann', 'carl']);
    const pushed = await waitUntilSent();
    expect(pushed.map(({ path }) => path).toSorted()).toEqual([pathOf(phone), pathOf(desk)].toSorted());
    const message = { tag, title: 'New listing in your area', body: 'Inherited house, $45,000', url: '/' };
    for (const browser of [phone, desk]) {
      const got = pushed.find(({ path }) => path === pathOf(browser));
      expect(browser.read(got?.body ?? Buffer.alloc(0))).toEqual(message);
    }
    expect(pushed.some(({ path }) => path === pathOf(other))).toBe(false);
    expect(new Set(pushed.map(({ headers }) => headers['topic'])).size).toBe(1);
  });

  it('An alert that was delivered is signed with the keys of this server, and kept for a day', async () => {
    await subscribe('ann');
    await deliverAlert(['ann']);
    const [got] = await waitUntilSent();
    const { publicKey } = await push.keys();
    expect(got?.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' });
    const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(got?.headers.authorization ?? '') ?? [];
    expect(key).toBe(publicKey);
    const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as object;
    expect(claims).toMatchObject({ aud: 'https://push.example.com', sub: 'mailto:ops@example.com' });
  });

  it('An alert that was delivered says when it is a price drop', async () => {
    const browser = await subscribe('ann');
    await deliverAlert(['ann'], { kind: 'price drop' });
    const [got] = await waitUntilSent();
    expect(browser.read(got?.body ?? Buffer.alloc(0)).title).toBe('Price drop in your area');
  });

  it('An alert that was delivered is not pushed when it was part of a daily digest', async () => {
    await subscribe('ann');
    await deliverAlert(['ann'], { how: 'digest' });
    expect(await waitUntilSent()).toEqual([]);
  });

  it('An alert that was delivered waits for the end of quiet hours', async () => {
    const browser = await subscribe('ann');
    const until = Date.now() + 3_600_000;
    whenToTell = (userId) => Promise.resolve(userId === 'ann' ? until : 0);
    const tag = await deliverAlert(['ann']);
    expect(await waitUntilSent()).toEqual([]);
    await expect
      .poll(async () =>
        (await listAll<OutboxItem>(testStores.documents, 'outbox', { userId: 'ann' })).map(({ due }) => due),
      )
      .toEqual([until]);
    testStores.setClock(new Date(until).toISOString());
    await expect.poll(() => service.pushed.find(({ path }) => path === pathOf(browser))).toBeTruthy();
    const got = service.pushed.find(({ path }) => path === pathOf(browser));
    expect(browser.read(got?.body ?? Buffer.alloc(0)).tag).toBe(tag);
    await expect.poll(waiting).toEqual([]);
  });

  it('An alert that was delivered is not pushed to a user whose membership has ended', async () => {
    await subscribe('ann');
    whenToTell = (userId) => Promise.resolve(userId === 'ann' ? null : 0);
    await deliverAlert(['ann']);
    expect(await waitUntilSent()).toEqual([]);
    await expect.poll(waiting).toEqual([]);
    expect(await push.subscriptions.listByUser('ann')).toHaveLength(1);
  });

  it('An alert that was delivered is not pushed to a browser whose session has ended, which is deleted', async () => {
    await subscribe('ann', 'over');
    ended.add('over');
    await deliverAlert(['ann']);
    expect(await waitUntilSent()).toEqual([]);
    await expect.poll(() => push.subscriptions.listByUser('ann')).toEqual([]);
  });
});

describe('a push that does not arrive', () => {
  it('A push that does not arrive is retried while the service has problems', async () => {
    const browser = await subscribe('ann');
    service.answers.set(pathOf(browser), [500, 'cut', 429, 503]);
    await deliverAlert(['ann']);
    await expect.poll(() => service.pushed.length).toBe(1);
    await expect.poll(waiting).toEqual([]);
  });

  it('A push that does not arrive is given up after six tries, and delays nothing else', async () => {
    const browser = await subscribe('ann');
    service.answers.set(
      pathOf(browser),
      Array.from({ length: 6 }, () => 500),
    );
    await deliverAlert(['ann']);
    await expect.poll(waiting).toEqual([]);
    await expect.poll(() => service.answers.get(pathOf(browser))).toEqual([]);
    expect(service.pushed).toEqual([]);
    expect(await push.subscriptions.listByUser('ann')).toHaveLength(1);
  });

  it.each([404, 410])('A push that does not arrive ends the subscription with status %i', async (status) => {
    const browser = await subscribe('ann');
    service.answers.set(pathOf(browser), [status]);
    await deliverAlert(['ann']);
    await expect.poll(() => push.subscriptions.listByUser('ann')).toEqual([]);
    await expect.poll(waiting).toEqual([]);
  });

  it.each([400, 403, 413, 302])('A push that does not arrive is not retried after status %i', async (status) => {
    const browser = await subscribe('ann');
    service.answers.set(pathOf(browser), [status]);
    await deliverAlert(['ann']);
    expect(await waitUntilSent()).toEqual([]);
    await expect.poll(waiting).toEqual([]);
    expect(await push.subscriptions.listByUser('ann')).toHaveLength(1);
  });

  it('A push that does not arrive is sent after a restart, as are alerts delivered in the meantime', async () => {
    const browser = await subscribe('ann');
    await stop();
    pauseMs = 600_000;
    await start();
    service.answers.set(pathOf(browser), [503]);
    const first = await deliverAlert(['ann']);
    const triesOf = async () =>
      (await listAll<OutboxItem>(testStores.documents, 'outbox', { state: 'waiting' }))[0]?.attempts;
    await expect.poll(triesOf).toBe(1);
    await stop();
    testStores.setClock(new Date(Date.now() + 3_600_000).toISOString());
    const second = await deliverAlert(['ann']);
    await start();
    await expect.poll(() => service.pushed.length).toBe(2);
    expect(service.pushed.map(({ body }) => browser.read(body).tag).toSorted()).toEqual([first, second].toSorted());
  });
});

describe('a browser', () => {
  it('A browser belongs to the user who subscribed there last', async () => {
    const browser = await subscribe('ann');
    await push.subscriptions.add('bob', 'session', browser.subscription);
    expect(await push.subscriptions.listByUser('ann')).toEqual([]);
    expect(await push.subscriptions.listByUser('bob')).toHaveLength(1);
  });

  it('A browser that is the eleventh of its user replaces the oldest', async () => {
    testStores.setClock('2026-03-01T12:00:00.000Z');
    const oldest = await subscribe('ann');
    for (let n = 1; n <= 10; n += 1) {
      testStores.setClock(`2026-03-01T12:${10 + n}:00.000Z`);
      await subscribe('ann');
    }
    const endpoints = (await push.subscriptions.listByUser('ann')).map(({ endpoint }) => endpoint);
    expect(endpoints).toHaveLength(10);
    expect(endpoints).not.toContain(oldest.subscription.endpoint);
  });
});

it('The keys are made once', async () => {
  const first = await push.keys();
  expect(
    await createPush({
      ...testStores,
      sessions: { onEnded: () => undefined, isAlive: () => Promise.resolve(true) },
      config: keys,
      seed,
    }).keys(),
  ).toEqual(first);
  expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65);
  expect(Buffer.from(first.privateKey, 'base64url')).toHaveLength(32);
});
