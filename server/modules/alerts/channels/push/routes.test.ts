import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { createPushBrowser } from './testing/push-browser.ts';
import { createPushTransport } from './push-transport.ts';

const path = '/api/push/subscriptions';
const password = 'house hunter';
const product = setUpServer();

async function createUser(): Promise<{ client: TestClient; id: string; email: string }> {
  const client = product.newClient();
  const { id, email } = await client.register(`${randomUUID()}@example.com`);
  return { client, id, email };
}
const endpointsOf = async (userId: string) =>
  (await product.context.push.subscriptions.listByUser(userId)).map(({ endpoint }) => endpoint);

describe('a push subscription', () => {
  it('A push subscription is made with the key of this server, and removed', async () => {
    const { client, id } = await createUser();
    const { publicKey } = JSON.parse((await client.get('/api/push/key')).text) as { publicKey: string };
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    const { subscription } = createPushBrowser();
    const { endpoint } = subscription;
    const made = await client.post(path, { ...subscription, expirationTime: null });
    expect([made.status, JSON.parse(made.text)]).toEqual([201, { endpoint }]);
    expect((await client.post(path, subscription)).status).toBe(201);
    expect(await endpointsOf(id)).toEqual([endpoint]);
    const other = await createUser();
    expect((await other.client.send('DELETE', path, { body: { endpoint } })).status).toBe(204);
    expect(await endpointsOf(id)).toEqual([endpoint]);
    expect((await client.send('DELETE', path, { body: { endpoint } })).status).toBe(204);
    expect(await endpointsOf(id)).toEqual([]);
  });

  it('A push subscription ends with the session, by sign-out or by a change of the password', async () => {
    const { client, id, email } = await createUser();
    const elsewhere = product.newClient();
    await elsewhere.post('/api/login', { email, password });
    const [here, there] = [createPushBrowser().subscription, createPushBrowser().subscription];
    await client.post(path, here);
    await elsewhere.post(path, there);
    await client.patch('/api/profile/credentials', { currentPassword: password, newPassword: 'another one' });
    await expect.poll(() => endpointsOf(id)).toEqual([here.endpoint]);
    await client.post('/api/logout');
    await expect.poll(() => endpointsOf(id)).toEqual([]);
  });

  it('A push subscription ends when the user is deleted', async () => {
    const { client, id } = await createUser();
    await client.post(path, createPushBrowser().subscription);
    const { user } = await import('#domain/user/decider.ts');
    const command = { type: 'Delete', data: { userId: id } } as const;
    await product.context.handle(user, userStream(id), command, { actor: 'system', commandId: randomUUID() });
    await expect.poll(() => endpointsOf(id)).toEqual([]);
  });

  const { endpoint, keys } = createPushBrowser().subscription;
  const noService = 'endpoint must be the https address of a push service';
  it.each<[string, object, string]>([
    ['plain http', { endpoint: 'http://push.example.com/1', keys }, noService],
    ['no address', { endpoint: 'push', keys }, noService],
    ['nothing', { keys }, noService],
    ['this machine', { endpoint: 'https://127.0.0.1/1', keys }, noService],
    ['this machine by name', { endpoint: 'https://localhost/1', keys }, noService],
    ['a private network', { endpoint: 'https://10.0.0.1/1', keys }, noService],
    ['an address in another writing', { endpoint: 'https://0x7f000001/1', keys }, noService],
    ['IPv6', { endpoint: 'https://[::1]/1', keys }, noService],
    ['a name of a local network', { endpoint: 'https://printer.local/1', keys }, noService],
    ['a name without a dot', { endpoint: 'https://intranet/1', keys }, noService],
    ['another port', { endpoint: 'https://push.example.com:8443/1', keys }, noService],
    ['a password', { endpoint: 'https://a:b@push.example.com/1', keys }, noService],
    ['a very long address', { endpoint: `https://push.example.com/${'x'.repeat(2000)}`, keys }, noService],
    ['no keys', { endpoint }, 'keys must hold p256dh and auth'],
    ['a short key', { endpoint, keys: { ...keys, p256dh: 'AAAA' } }, 'keys.p256dh must be 65 bytes in base64url'],
    [
      'a key of zeros',
      { endpoint, keys: { ...keys, p256dh: 'A'.repeat(87) } },
      'keys.p256dh must be a public key on P-256',
    ],
    ['a short secret', { endpoint, keys: { ...keys, auth: 'AAAA' } }, 'keys.auth must be 16 bytes in base64url'],
  ])('A push subscription is refused for %s', async (_what, body, sentence) => {
    const { client } = await createUser();
    const answer = await client.post(path, body);
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });
});

it.each(['https://127.0.0.1/1', 'https://[::1]/1', 'https://localhost/1'])(
  'Nothing is pushed to %s',
  async (endpoint) => {
    const transport = createPushTransport();
    await expect(transport.send({ endpoint, headers: {}, body: Buffer.from('x') })).rejects.toThrow();
    await transport.close();
  },
);
