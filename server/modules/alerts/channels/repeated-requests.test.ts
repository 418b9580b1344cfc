import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestResult } from '#domain/alert/channels.contract.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { TestClient, TestResponse } from '#server/testing/test-client.ts';
import { read, readChannel, runTest, startChannels } from './testing/channels.ts';
import { createWebhookChannel } from './webhook/channel.ts';

let channels: Awaited<ReturnType<typeof startChannels>>;
beforeAll(async () => {
  channels = await startChannels();
});
afterAll(() => channels.stop());

/** The links of webhooks, as the server stores them. */
const links = () => createWebhookChannel(channels.product.services).links;

describe('a member who sends a request about a channel twice', () => {
  const secretOf = (answer: TestResponse) => (JSON.parse(answer.text) as { secret: string | null }).secret;
  const createKey = () => ({ 'idempotency-key': randomUUID() });
  const address = '/api/channels/webhook/address';
  const save = (client: TestClient, headers: Record<string, string>, path = '') =>
    client.send('PUT', address, { body: { url: `${channels.webhook.url}${path}` }, headers });
  const rotate = (client: TestClient, headers?: Record<string, string>) =>
    client.post('/api/channels/webhook/secret', undefined, headers);

  it('The same key shows the same secret of a new webhook and of a rotation, at once and later', async () => {
    const { client } = await channels.createMember();
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
    const { headers, body } = channels.webhook.received.at(-1) ?? { headers: {}, body: '' };
    const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    expect(() => new Webhook(next ?? '').verify(body, signed)).not.toThrow();
  });

  it('A secret that was replaced or removed since is not shown again, and does not come back', async () => {
    const { client, id } = await channels.createMember();
    const [saved, rotated] = [createKey(), createKey()];
    await save(client, saved);
    await rotate(client, rotated);
    const current = secretOf(await rotate(client));
    for (const answer of [await save(client, saved), await rotate(client, rotated)])
      expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('was replaced or removed since')]);
    expect((await links().find(id))?.target.secret).toBe(current);
    await client.send('DELETE', '/api/channels/webhook');
    expect([(await save(client, saved)).status, (await rotate(client, rotated)).status]).toEqual([409, 409]);
    expect(await readChannel(client, 'webhook')).toMatchObject({ target: null });
  });

  it('An address that was changed again since does not come back with the key of the former change', async () => {
    const { client } = await channels.createMember();
    await save(client, createKey());
    const moved = createKey();
    expect(secretOf(await save(client, moved, '/2'))).toBeNull();
    await save(client, createKey(), '/3');
    expect(secretOf(await save(client, moved, '/2'))).toBeNull();
    expect((await readChannel(client, 'webhook'))?.target).toBe(`${channels.webhook.url}/3`);
    expect((await save(client, moved, '/4')).status).toBe(422);
  });

  it('No secret of a webhook is stored in clear', async () => {
    const { client } = await channels.createMember();
    const secret = secretOf(await save(client, createKey())) ?? 'none';
    const { documents } = channels.product.context;
    const stored = await Promise.all(
      (['idempotency-keys', 'channel-links'] as const).map((space) => listAll(documents, space)),
    );
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it("A member's Telegram code is the same for the same key, until it was used or replaced", async () => {
    const { client } = await channels.createMember();
    const ask = (headers = {}) => client.post('/api/channels/telegram/code', undefined, headers);
    const key = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all([ask(key), ask(key)]);
    expect([one.status, two.text, (await ask(key)).text]).toEqual([201, one.text, one.text]);
    await ask();
    expect([(await ask(key)).status, (await ask(key)).text]).toEqual([409, expect.stringContaining('replaced')]);
  });

  it('The same key sends one test alert, with the same answer, however many there were', async () => {
    const { client } = await channels.createMember();
    await channels.saveWebhook(client);
    const before = channels.webhook.received.length;
    const key = { 'idempotency-key': randomUUID() };
    const send = () => client.post('/api/channels/webhook/test', undefined, key);
    const answers = [...(await Promise.all([send(), send(), send()])), await send(), await send()];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const { id } = JSON.parse(answers[0]?.text ?? '') as { id: string };
    const find = () => read<TestResult>(client, `/api/channels/tests/${id}`);
    await expect.poll(async () => (await find()).state).toBe('sent');
    expect((await send()).text).toBe(answers[0]?.text);
    expect(await runTest(client, 'webhook')).toEqual({ state: 'sent', reason: null });
    expect(channels.webhook.received.length - before).toBe(2);
    expect((await client.post('/api/channels/webhook/test?again=1', undefined, key)).status).toBe(422);
    expect((await client.post('/api/channels/webhook/test', { again: 1 }, key)).status).toBe(422);
  });
});

it('A webhook stays turned off when its secret or address changes, and is on again with an address for one that failed', async () => {
  const { client, id } = await channels.createMember();
  await channels.saveWebhook(client);
  await client.patch('/api/channels/webhook', { isOn: false });
  await client.post('/api/channels/webhook/secret');
  await channels.saveWebhook(client);
  expect(await readChannel(client, 'webhook')).toMatchObject({ isOn: false });
  await links().disable(id, 'The server answered with 410 Gone');
  await channels.saveWebhook(client);
  expect(await readChannel(client, 'webhook')).toMatchObject({ isOn: true, problem: null });
});
