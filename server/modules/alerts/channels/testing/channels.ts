import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ChannelView, TestResult } from '#domain/alert/channels.contract.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { botToken, startFakeTelegram } from './fake-telegram.ts';
import { startFakeWebhook } from './fake-webhook.ts';

export async function read<T>(client: TestClient, path: string): Promise<T> {
  return JSON.parse((await client.get(path)).text) as T;
}

export async function readChannel(client: TestClient, channel: string): Promise<ChannelView | undefined> {
  return (await read<ChannelView[]>(client, '/api/channels')).find((one) => one.channel === channel);
}

/** Sends a test alert, and resolves with its result once it is known. */
export async function runTest(client: TestClient, channel: string): Promise<TestResult> {
  const answer = await client.post(`/api/channels/${channel}/test`);
  expect(answer.status).toBe(202);
  const { id } = JSON.parse(answer.text) as { id: string };
  const find = () => read<TestResult>(client, `/api/channels/tests/${id}`);
  await expect.poll(async () => (await find()).state).not.toBe('sending');
  return find();
}

/** The product with a bot and a webhook that its members can link. */
export async function startChannels() {
  const [telegram, webhook] = await Promise.all([startFakeTelegram(), startFakeWebhook()]);
  const product = await startTestServer({
    NODE_ENV: 'test',
    TELEGRAM_BOT_TOKEN: botToken,
    TELEGRAM_API_URL: telegram.url,
    WEBHOOK_ALLOW_PRIVATE: 'on',
    RATE_TEST_ALERT: '3/1h',
  });
  return {
    telegram,
    webhook,
    product,
    createMember: async (): Promise<{ client: TestClient; id: string }> => {
      const client = product.newClient();
      const { id } = await client.register(`${randomUUID()}@example.com`);
      return { client, id };
    },
    saveWebhook: (client: TestClient) =>
      client.send('PUT', '/api/channels/webhook/address', { body: { url: webhook.url } }),
    stop: async () => {
      await product.stop();
      await Promise.all([telegram.close(), webhook.close()]);
    },
  };
}
