import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChannelView, TelegramCode } from '#domain/alert/channels.contract.ts';
import type { AccountDataExport } from '#domain/account-data.contract.ts';
import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { createPushBrowser } from './push/testing/push-browser.ts';
import { read, readChannel, runTest, startChannels } from './testing/channels.ts';

let channels: Awaited<ReturnType<typeof startChannels>>;
beforeAll(async () => {
  channels = await startChannels();
});
afterAll(() => channels.stop());

describe("a member's channels", () => {
  it("A member's channels are listed with their states", async () => {
    const { client } = await channels.createMember();
    expect(await read<ChannelView[]>(client, '/api/channels')).toMatchObject([
      { channel: 'mail', isOn: true, problem: null },
      { channel: 'push', isOn: false, target: null },
      { channel: 'telegram', isOn: false, target: null },
      { channel: 'webhook', isOn: false, target: null },
    ]);
  });

  it("A member's channels contain no Telegram where the server has no bot", async () => {
    const plain = await startTestServer();
    const client = plain.newClient();
    await client.register('ann@example.com');
    expect(await readChannel(client, 'telegram')).toBeUndefined();
    expect((await client.post('/api/channels/telegram/code')).status).toBe(404);
    await plain.stop();
  });

  it("A member's Telegram chat is linked by the code of the page, switched off and on, and unlinked", async () => {
    const { client } = await channels.createMember();
    const answer = await client.post('/api/channels/telegram/code');
    const { code, url } = JSON.parse(answer.text) as TelegramCode;
    expect(url).toBe(`https://t.me/scout_test_bot?start=${code}`);
    channels.telegram.write(99, code);
    const shown = () => readChannel(client, 'telegram');
    await expect.poll(shown).toEqual({ channel: 'telegram', isOn: true, target: 'Ann', problem: null });
    expect((await client.patch('/api/channels/telegram', { isOn: false })).status).toBe(200);
    expect(await shown()).toMatchObject({ isOn: false });
    expect((await client.send('DELETE', '/api/channels/telegram')).status).toBe(204);
    expect(await shown()).toMatchObject({ target: null });
    expect((await client.patch('/api/channels/telegram', { isOn: true })).status).toBe(404);
  });

  it("A member's webhook gets its secret once, and another when it is asked for", async () => {
    const { client } = await channels.createMember();
    expect((await client.post('/api/channels/webhook/secret')).status).toBe(404);
    const first = JSON.parse((await channels.saveWebhook(client)).text) as { secret: string };
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(JSON.parse((await channels.saveWebhook(client)).text)).toEqual({ secret: null });
    const next = JSON.parse((await client.post('/api/channels/webhook/secret')).text) as { secret: string };
    expect(next.secret).not.toBe(first.secret);
    expect(await readChannel(client, 'webhook')).toMatchObject({ isOn: true, target: channels.webhook.url });
  });

  it("A member's channels are in the download of their data, and erased with the account", async () => {
    const { client, id } = await channels.createMember();
    await channels.saveWebhook(client);
    await runTest(client, 'webhook');
    await client.post('/api/channels/telegram/code');
    const data = await read<AccountDataExport>(client, '/api/profile/data');
    expect(data.channels).toMatchObject([{ channel: 'webhook', target: channels.webhook.url }]);
    const readAll = async () =>
      Promise.all(
        ['channel-links', 'channel-codes', 'first-minutes', 'test-alerts'].map(
          async (space) => (await listAll(channels.product.context.documents, space, { userId: id })).length,
        ),
      );
    expect(await readAll()).toEqual([1, 1, 1, 1]);
    await client.send('DELETE', '/api/profile', { body: { currentPassword: 'house hunter' } });
    await expect.poll(readAll).toEqual([0, 0, 0, 0]);
  });
});

describe('a test alert', () => {
  it('A test alert by webhook and by mail is sent without a membership, and has a result', async () => {
    const { client } = await channels.createMember();
    await channels.saveWebhook(client);
    expect(await runTest(client, 'webhook')).toEqual({ state: 'sent', reason: null });
    expect(channels.webhook.received.at(-1)?.body).toContain('"type":"test"');
    expect(await runTest(client, 'mail')).toEqual({ state: 'sent', reason: null });
  });

  it('A test alert to a receiver that is gone has failed', async () => {
    const { client } = await channels.createMember();
    await channels.saveWebhook(client);
    channels.webhook.answers.push(410);
    const { state, reason } = await runTest(client, 'webhook');
    expect([state, reason]).toEqual(['failed', expect.stringContaining('410 Gone')]);
    expect(await readChannel(client, 'webhook')).toMatchObject({ isOn: false, problem: reason });
  });

  it('A test alert is refused for a channel that is not set up', async () => {
    const { client } = await channels.createMember();
    for (const channel of ['push', 'telegram', 'webhook'])
      expect((await client.post(`/api/channels/${channel}/test`)).status).toBe(409);
    expect((await client.post('/api/channels/pigeon/test')).status).toBe(400);
  });

  it('A test alert is refused when there were too many', async () => {
    const { client, id: userId } = await channels.createMember();
    await channels.saveWebhook(client);
    for (let n = 0; n < 3; n += 1) expect((await client.post('/api/channels/webhook/test')).status).toBe(202);
    const refused = await client.post('/api/channels/webhook/test');
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('Too many test alerts')]);
    // They go to the server of the later tests.
    await expect.poll(() => listAll(channels.product.context.documents, 'outbox', { userId })).toEqual([]);
  });

  it("A test alert's result is readable by its member alone", async () => {
    const [ann, bob] = [await channels.createMember(), await channels.createMember()];
    const { id } = JSON.parse((await ann.client.post('/api/channels/mail/test')).text) as { id: string };
    expect((await ann.client.get(`/api/channels/tests/${id}`)).status).toBe(200);
    expect((await bob.client.get(`/api/channels/tests/${id}`)).status).toBe(404);
  });
});

it('A dead letter of a webhook is listed under its channel, and sent again when an admin says so', async () => {
  const { client, id: userId } = await channels.createMember();
  await channels.saveWebhook(client);
  const { documents } = channels.product.context;
  const item: OutboxItem = {
    id: `webhook:${randomUUID()}`,
    channel: 'webhook',
    userId,
    createdAt: new Date().toISOString(),
    position: startPosition,
    due: Date.now(),
    content: { kind: 'test-alert' },
    state: 'dead',
    attempts: 8,
    error: 'The server answered with status 500',
    queuedAt: Date.now(),
  };
  await documents.put('outbox', item);
  const root = await channels.product.adminClient();
  const find = async () =>
    (await read<DeadLetterView[]>(root, '/api/admin/dead-letters')).find(({ kind }) => kind === 'webhook');
  const letter = await find();
  expect(letter).toMatchObject({ subject: 'Test alert', reason: 'The server answered with status 500', refusal: null });
  await client.patch('/api/channels/webhook', { isOn: false });
  expect((await find())?.refusal).toBe('This member has turned off this channel');
  await client.patch('/api/channels/webhook', { isOn: true });
  const before = channels.webhook.received.length;
  expect((await root.post(`/api/admin/dead-letters/${letter?.id ?? ''}/resend`)).status).toBe(200);
  await expect.poll(() => channels.webhook.received.length).toBe(before + 1);
  expect(await find()).toBeUndefined();
});

describe('the first minute', () => {
  const readFirstMinute = (client: TestClient) => read(client, '/api/first-minute');

  it.each([
    ['a test', (client: TestClient) => client.post('/api/channels/mail/test')],
    ['a webhook', (client: TestClient) => channels.saveWebhook(client)],
    ['a browser', (client: TestClient) => client.post('/api/push/subscriptions', createPushBrowser().subscription)],
    ['the member', (client: TestClient) => client.patch('/api/first-minute', { isChannelChosen: true })],
  ])('The first minute has its channel chosen by %s', async (_by, choose) => {
    const { client } = await channels.createMember();
    expect(await readFirstMinute(client)).toEqual({ isChannelChosen: false, isDismissed: false });
    await choose(client);
    expect(await readFirstMinute(client)).toEqual({ isChannelChosen: true, isDismissed: false });
  });

  it('The first minute stays dismissed', async () => {
    const { client } = await channels.createMember();
    await client.patch('/api/first-minute', { isDismissed: true });
    expect(await readFirstMinute(client)).toEqual({ isChannelChosen: false, isDismissed: true });
  });
});
