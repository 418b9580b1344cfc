import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChannelView, TelegramCode, TestResult } from '#domain/alert/channels.contract.ts';
import type { AccountDataExport } from '#domain/account-data/contract.ts';
import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import type { TestClient, TestResponse } from '#server/testing/test-client.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { createPushBrowser } from '../push/testing/push-browser.ts';
import { botToken, startFakeTelegram } from './testing/fake-telegram.ts';
import { startFakeWebhook } from './testing/fake-webhook.ts';

const wait = { timeout: 15_000, interval: 20 };
let telegram: Awaited<ReturnType<typeof startFakeTelegram>>;
let webhook: Awaited<ReturnType<typeof startFakeWebhook>>;
let product: TestServer;
beforeAll(async () => {
  [telegram, webhook] = await Promise.all([startFakeTelegram(), startFakeWebhook()]);
  product = await startTestServer({
    NODE_ENV: 'test',
    TELEGRAM_BOT_TOKEN: botToken,
    TELEGRAM_API_URL: telegram.url,
    WEBHOOK_ALLOW_PRIVATE: 'on',
    RATE_TEST_ALERT: '3/1h',
  });
});
afterAll(async () => {
  await product.stop();
  await Promise.all([telegram.close(), webhook.close()]);
});

async function createMember(): Promise<{ client: TestClient; id: string }> {
  const client = product.newClient();
  const { id } = await client.register(`${randomUUID()}@example.com`);
  return { client, id };
}
const read = async <T>(client: TestClient, path: string): Promise<T> => JSON.parse((await client.get(path)).text) as T;
const readChannel = async (client: TestClient, channel: string) =>
  (await read<ChannelView[]>(client, '/api/channels')).find((one) => one.channel === channel);
const saveWebhook = (client: TestClient) =>
  client.send('PUT', '/api/channels/webhook/address', { body: { url: webhook.url } });

/** Sends a test alert, and resolves with its result once it is known. */
async function runTest(client: TestClient, channel: string): Promise<TestResult> {
  const answer = await client.post(`/api/channels/${channel}/test`);
  expect(answer.status).toBe(202);
  const { id } = JSON.parse(answer.text) as { id: string };
  const find = () => read<TestResult>(client, `/api/channels/tests/${id}`);
  await expect.poll(async () => (await find()).state, wait).not.toBe('sending');
  return find();
}

describe("a member's channels", () => {
  it("A member's channels are listed with their states", async () => {
    const { client } = await createMember();
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
    const { client } = await createMember();
    const answer = await client.post('/api/channels/telegram/code');
    const { code, url } = JSON.parse(answer.text) as TelegramCode;
    expect(url).toBe(`https://t.me/scout_test_bot?start=${code}`);
    telegram.write(99, code);
    const shown = () => readChannel(client, 'telegram');
    await expect.poll(shown, wait).toEqual({ channel: 'telegram', isOn: true, target: 'Ann', problem: null });
    expect((await client.patch('/api/channels/telegram', { isOn: false })).status).toBe(200);
    expect(await shown()).toMatchObject({ isOn: false });
    expect((await client.send('DELETE', '/api/channels/telegram')).status).toBe(204);
    expect(await shown()).toMatchObject({ target: null });
    expect((await client.patch('/api/channels/telegram', { isOn: true })).status).toBe(404);
  });

  it("A member's webhook gets its secret once, and another when it is asked for", async () => {
    const { client } = await createMember();
    expect((await client.post('/api/channels/webhook/secret')).status).toBe(404);
    const first = JSON.parse((await saveWebhook(client)).text) as { secret: string };
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(JSON.parse((await saveWebhook(client)).text)).toEqual({ secret: null });
    const next = JSON.parse((await client.post('/api/channels/webhook/secret')).text) as { secret: string };
    expect(next.secret).not.toBe(first.secret);
    expect(await readChannel(client, 'webhook')).toMatchObject({ isOn: true, target: webhook.url });
  });

  describe('a member who sends a request about the webhook twice', () => {
    const secretOf = (answer: TestResponse) => (JSON.parse(answer.text) as { secret: string | null }).secret;
    const createKey = () => ({ 'idempotency-key': randomUUID() });
    const address = '/api/channels/webhook/address';
    const save = (client: TestClient, headers: Record<string, string>, path = '') =>
      client.send('PUT', address, { body: { url: `${webhook.url}${path}` }, headers });
    const rotate = (client: TestClient, headers?: Record<string, string>) =>
      client.post('/api/channels/webhook/secret', undefined, headers);

    it('The same key shows the same secret of a new webhook and of a rotation, at once and later', async () => {
      const { client } = await createMember();
      const saved = createKey();
      const answers = await Promise.all([1, 2, 3].map(() => save(client, saved)));
      const [first] = answers.map(secretOf);
      expect(first).toMatch(/^whsec_/);
      expect([...answers, await save(client, saved)].map(secretOf)).toEqual(Array(4).fill(first));
      const rotated = createKey();
      const rotations = await Promise.all([1, 2, 3].map(() => rotate(client, rotated)));
      const [next] = rotations.map(secretOf);
      expect(next).not.toBe(first);
      expect([...rotations, await rotate(client, rotated)].map(secretOf)).toEqual(Array(4).fill(next));
      await runTest(client, 'webhook');
      const { headers, body } = webhook.received.at(-1) ?? { headers: {}, body: '' };
      const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      expect(() => new Webhook(next ?? '').verify(body, signed)).not.toThrow();
    });

    it('A secret that was replaced or removed since is not shown again, and does not come back', async () => {
      const { client, id } = await createMember();
      const [saved, rotated] = [createKey(), createKey()];
      await save(client, saved);
      await rotate(client, rotated);
      const current = secretOf(await rotate(client));
      for (const answer of [await save(client, saved), await rotate(client, rotated)])
        expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('was replaced or removed since')]);
      const { links } = product.services.alerts.channels;
      expect((await links.find(id, 'webhook'))?.target.secret).toBe(current);
      await client.send('DELETE', '/api/channels/webhook');
      expect([(await save(client, saved)).status, (await rotate(client, rotated)).status]).toEqual([409, 409]);
      expect(await readChannel(client, 'webhook')).toMatchObject({ target: null });
    });

    it('An address that was changed again since does not come back with the key of the former change', async () => {
      const { client } = await createMember();
      await save(client, createKey());
      const moved = createKey();
      expect(secretOf(await save(client, moved, '/2'))).toBeNull();
      await save(client, createKey(), '/3');
      expect(secretOf(await save(client, moved, '/2'))).toBeNull();
      expect((await readChannel(client, 'webhook'))?.target).toBe(`${webhook.url}/3`);
      expect((await save(client, moved, '/4')).status).toBe(422);
    });

    it('No secret of a webhook is stored in clear', async () => {
      const { client } = await createMember();
      const secret = secretOf(await save(client, createKey())) ?? 'none';
      const { documents } = product.context;
      const stored = await Promise.all(
        (['idempotency-keys', 'channel-links'] as const).map((space) => listAll(documents, space)),
      );
      expect(JSON.stringify(stored)).not.toContain(secret);
    });
  });

  it('A webhook stays turned off when its secret or address changes, and is on again with an address for one that failed', async () => {
    const { client, id } = await createMember();
    await saveWebhook(client);
    await client.patch('/api/channels/webhook', { isOn: false });
    await client.post('/api/channels/webhook/secret');
    await saveWebhook(client);
    expect(await readChannel(client, 'webhook')).toMatchObject({ isOn: false });
    await product.services.alerts.channels.links.disable(id, 'webhook', 'The server answered with 410 Gone');
    await saveWebhook(client);
    expect(await readChannel(client, 'webhook')).toMatchObject({ isOn: true, problem: null });
  });

  it("A member's Telegram code is the same for the same key, until it was used or replaced", async () => {
    const { client } = await createMember();
    const ask = (headers = {}) => client.post('/api/channels/telegram/code', undefined, headers);
    const key = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all([ask(key), ask(key)]);
    expect([one.status, two.text, (await ask(key)).text]).toEqual([201, one.text, one.text]);
    await ask();
    expect([(await ask(key)).status, (await ask(key)).text]).toEqual([409, expect.stringContaining('replaced')]);
  });

  it("A member's channels are in the download of their data, and erased with the account", async () => {
    const { client, id } = await createMember();
    await saveWebhook(client);
    await client.post('/api/channels/webhook/test');
    await client.post('/api/channels/telegram/code');
    const { channels } = await read<AccountDataExport>(client, '/api/profile/data');
    expect(channels).toMatchObject([{ channel: 'webhook', target: webhook.url }]);
    const readAll = async () =>
      Promise.all(
        ['channel-links', 'channel-codes', 'first-minutes', 'test-alerts'].map(
          async (space) => (await listAll(product.context.documents, space, { userId: id })).length,
        ),
      );
    expect(await readAll()).toEqual([1, 1, 1, 1]);
    await client.send('DELETE', '/api/profile', { body: { currentPassword: 'house hunter' } });
    await expect.poll(readAll, wait).toEqual([0, 0, 0, 0]);
  });
});

describe('a test alert', () => {
  it('A test alert by webhook and by mail is sent without a membership, and has a result', async () => {
    const { client } = await createMember();
    await saveWebhook(client);
    expect(await runTest(client, 'webhook')).toEqual({ state: 'sent', reason: null });
    expect(webhook.received.at(-1)?.body).toContain('"type":"test"');
    expect(await runTest(client, 'mail')).toEqual({ state: 'sent', reason: null });
  });

  it('A test alert to a receiver that is gone has failed', async () => {
    const { client } = await createMember();
    await saveWebhook(client);
    webhook.answers.push(410);
    const { state, reason } = await runTest(client, 'webhook');
    expect([state, reason]).toEqual(['failed', expect.stringContaining('410 Gone')]);
    expect(await readChannel(client, 'webhook')).toMatchObject({ isOn: false, problem: reason });
  });

  it('A test alert is refused for a channel that is not set up', async () => {
    const { client } = await createMember();
    for (const channel of ['push', 'telegram', 'webhook'])
      expect((await client.post(`/api/channels/${channel}/test`)).status).toBe(409);
    expect((await client.post('/api/channels/pigeon/test')).status).toBe(400);
  });

  it('A test alert is refused when there were too many', async () => {
    const { client } = await createMember();
    await saveWebhook(client);
    for (let n = 0; n < 3; n += 1) expect((await client.post('/api/channels/webhook/test')).status).toBe(202);
    const refused = await client.post('/api/channels/webhook/test');
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('Too many test alerts')]);
  });

  it('The same key sends one test alert, with the same answer, however many there were', async () => {
    const { client } = await createMember();
    await saveWebhook(client);
    const before = webhook.received.length;
    const key = { 'idempotency-key': randomUUID() };
    const send = () => client.post('/api/channels/webhook/test', undefined, key);
    const answers = [...(await Promise.all([send(), send(), send()])), await send(), await send()];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const { id } = JSON.parse(answers[0]?.text ?? '') as { id: string };
    const find = () => read<TestResult>(client, `/api/channels/tests/${id}`);
    await expect.poll(async () => (await find()).state, wait).toBe('sent');
    expect((await send()).text).toBe(answers[0]?.text);
    expect(await runTest(client, 'webhook')).toEqual({ state: 'sent', reason: null });
    expect(webhook.received.length - before).toBe(2);
    expect((await client.post('/api/channels/webhook/test?again=1', undefined, key)).status).toBe(422);
    expect((await client.post('/api/channels/webhook/test', { again: 1 }, key)).status).toBe(422);
  });

  it("A test alert's result is readable by its member alone", async () => {
    const [ann, bob] = [await createMember(), await createMember()];
    const { id } = JSON.parse((await ann.client.post('/api/channels/mail/test')).text) as { id: string };
    expect((await ann.client.get(`/api/channels/tests/${id}`)).status).toBe(200);
    expect((await bob.client.get(`/api/channels/tests/${id}`)).status).toBe(404);
  });
});

it('A dead letter of a webhook is listed under its channel, and sent again when an admin says so', async () => {
  const { client, id: userId } = await createMember();
  await saveWebhook(client);
  const { documents } = product.context;
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
  const root = await product.adminClient();
  const find = async () =>
    (await read<DeadLetterView[]>(root, '/api/admin/dead-letters')).find(({ kind }) => kind === 'webhook');
  const letter = await find();
  expect(letter).toMatchObject({ subject: 'Test alert', reason: 'The server answered with status 500', refusal: null });
  await client.patch('/api/channels/webhook', { isOn: false });
  expect((await find())?.refusal).toBe('This member has turned off this channel');
  await client.patch('/api/channels/webhook', { isOn: true });
  const before = webhook.received.length;
  expect((await root.post(`/api/admin/dead-letters/${letter?.id ?? ''}/resend`)).status).toBe(200);
  await expect.poll(() => webhook.received.length, wait).toBe(before + 1);
  expect(await find()).toBeUndefined();
});

describe('the first minute', () => {
  const readFirstMinute = (client: TestClient) => read(client, '/api/first-minute');

  it.each([
    ['a test', (client: TestClient) => client.post('/api/channels/mail/test')],
    ['a webhook', saveWebhook],
    ['a browser', (client: TestClient) => client.post('/api/push/subscriptions', createPushBrowser().subscription)],
    ['the member', (client: TestClient) => client.patch('/api/first-minute', { isChannelChosen: true })],
  ])('The first minute has its channel chosen by %s', async (_by, choose) => {
    const { client } = await createMember();
    expect(await readFirstMinute(client)).toEqual({ isChannelChosen: false, isDismissed: false });
    await choose(client);
    expect(await readFirstMinute(client)).toEqual({ isChannelChosen: true, isDismissed: false });
  });

  it('The first minute stays dismissed', async () => {
    const { client } = await createMember();
    await client.patch('/api/first-minute', { isDismissed: true });
    expect(await readFirstMinute(client)).toEqual({ isChannelChosen: false, isDismissed: true });
  });
});
