import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installationStream, sealStream } from '#domain/event-catalog/streams.ts';
import type { Seal } from '#domain/log-seal/decider.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { listAll } from '#projections/store/list-all.ts';
import { startTestSmtpServer, type TestSmtpServer } from '#server/modules/alerts/channels/email/testing/smtp-server.ts';
import { startFakeWebhook } from '#server/modules/alerts/channels/testing/fake-webhook.ts';
import { openTestStores, type TestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { startMessageDelivery } from '#server/platform/outbox/testing/message-delivery.ts';
import { resetCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import { describeFailingWitness } from './failing-witness.ts';
import { openWitnesses } from './witness-channels.ts';

const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
const installation = 'i-1';

let stores: TestStores;
let webhook: Awaited<ReturnType<typeof startFakeWebhook>>;
let smtp: TestSmtpServer;
let delivery: Awaited<ReturnType<typeof startMessageDelivery>> | null;
beforeEach(async () => {
  [stores, webhook, smtp] = await Promise.all([openTestStores(), startFakeWebhook(), startTestSmtpServer()]);
  delivery = null;
  stores.setClock('2026-03-01T12:00:00.000Z');
  await append(installationStream, 'InstallationCreated', { installationId: installation, dataFormat: 1 });
});
afterEach(async () => {
  await delivery?.stop();
  await Promise.all([webhook.close(), smtp.close(), stores.close()]);
});

const byWebhook = () => ({ WITNESS_URL: webhook.url, WITNESS_SECRET: secret });
const byEmail = { WITNESS_EMAIL: 'witness@example.com' };
const createConfig = (env: Record<string, string>) =>
  loadConfig({ NODE_ENV: 'test', WEBHOOK_ALLOW_PRIVATE: 'on', SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ...env });
const start = async (env: Record<string, string>) => {
  const deps = { ...stores, config: createConfig(env), url: () => 'https://scout.example.com' };
  delivery = await startMessageDelivery(stores, openWitnesses(deps, [5]), stores.run);
};
const items = () => listAll(stores.documents, 'outbox', {});
const describeFailure = (env: Record<string, string>) =>
  describeFailingWitness({ ...stores, config: createConfig(env) });

async function append(stream: string, type: string, data: unknown) {
  const { revision } = await stores.events.read(stream);
  const at = stores.clock().toISOString();
  const metadata = { actor: 'system', commandId: randomUUID(), correlationId: 'c', at };
  await stores.events.append(stream, [{ id: randomUUID(), type, data }], revision, metadata);
}
async function seal(treeSize: number) {
  const at = '2026-03-01T00:00:00.000Z';
  const tree = { treeSize, root: 'ab'.repeat(32), ordinal: treeSize, hash: 'cd'.repeat(32), position: treeSize };
  const data: Seal = { ...tree, at, keyId: 'k', signature: 'signed' };
  await append(sealStream, 'LogSealed', data);
  return { installation, ...data };
}

it('Each seal is posted to the webhook of a witness once, signed as in Standard Webhooks', async () => {
  await start(byWebhook());
  // Deliveries of several seals at the same time have no order.
  const lines = [await seal(5)];
  await expect.poll(() => webhook.received.length).toBe(1);
  lines.push(await seal(9));
  await expect.poll(() => webhook.received.length).toBe(2);
  const received = webhook.received.map(({ headers, body }) => {
    const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return new Webhook(secret).verify(body, signed);
  });
  expect(received).toEqual(lines);
  await expect.poll(items).toEqual([]);
  expect(webhook.received).toHaveLength(2);
});

it('Each seal is mailed to a witness as a line of its file', async () => {
  await start(byEmail);
  const line = await seal(1_205);
  await expect.poll(() => smtp.accepted.length).toBe(1);
  const [{ to, raw } = { to: [], raw: '' }] = smtp.accepted;
  expect(to).toEqual(['witness@example.com']);
  expect(raw).toContain('Subject: Seal of 2026-03-01: 1,205 events');
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(JSON.parse(/^\{.*\}$/m.exec(text)?.[0] ?? '')).toEqual(line);
});

it('A witness that fails gets the seal under the same id until it accepts, and is reported in between', async () => {
  webhook.answers.push(...Array.from({ length: 4 }, () => 500));
  await start({ ...byWebhook(), ...byEmail });
  await seal(5);
  for (let attempts = 1; attempts <= 4; attempts += 1) {
    await expect
      .poll(async () => (await items()).map((item) => 'attempts' in item && item.attempts))
      .toEqual([attempts]);
    const problem = 'Seals do not reach the witness in WITNESS_URL. The server answered with status 500';
    expect(await describeFailure(byWebhook())).toBe(attempts < 3 ? null : problem);
    expect(await describeFailure(byEmail)).toBeNull();
    stores.setClock(new Date(stores.clock().getTime() + 1_000).toISOString());
  }
  await expect.poll(items).toEqual([]);
  expect(await describeFailure(byWebhook())).toBeNull();
  expect(webhook.received.map(({ status }) => status)).toEqual([500, 500, 500, 500, 204]);
  expect(new Set(webhook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(smtp.accepted).toHaveLength(1);
});

it('A witness by email that refuses gets the seal again under the same Message-ID, and errors do not name it', async () => {
  smtp.answers.push({ code: 550, text: 'No such user witness@example.com' });
  await start(byEmail);
  await seal(5);
  await expect.poll(items).toMatchObject([{ attempts: 1, error: expect.not.stringContaining('witness@') as string }]);
  stores.setClock(new Date(stores.clock().getTime() + 1_000).toISOString());
  await expect.poll(() => smtp.accepted.length).toBe(1);
  expect(smtp.accepted[0]?.raw).toMatch(/Message-ID: <[\da-f]{32}@scout\.example\.com>/);
});

it('A seal that is sent again after a crash has the same id', async () => {
  await start(byWebhook());
  await seal(5);
  await expect.poll(() => webhook.received.length).toBe(1);
  await expect.poll(items).toEqual([]);
  await delivery?.stop();
  await resetCheckpoint(stores.documents, startPosition, 'witness-webhook');
  await start(byWebhook());
  await expect.poll(() => webhook.received.length).toBe(2);
  expect(new Set(webhook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

it('Nothing is sent where no witness is set, nor for a seal without a root', async () => {
  expect(openWitnesses({ ...stores, config: createConfig({}), url: () => '' })).toEqual([]);
  await start(byWebhook());
  await append(sealStream, 'LogSealed', { ordinal: 3, hash: 'ab', position: 3, at: '', keyId: 'k', signature: '' });
  const line = await seal(5);
  await expect.poll(() => webhook.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([line]);
});
