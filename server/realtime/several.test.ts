import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { connectSocket } from '#server/testing/socket-client.ts';
import { type TestClient, createTestClient, parseUser } from '#server/testing/test-client.ts';
import { type TestEngines, startTestEngines, isServerMissing } from '#server/testing/engines.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

/** Requests go to one process, sockets are connected to the other. */
describe.skipIf(isServerMissing)('a socket on another web process (skipped where MONGODB_URL is not set)', () => {
  let engines: TestEngines;
  let one: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    engines = await startTestEngines();
    one = await startTestServer({ ...engines.env, APP_ROLE: 'all' });
    other = await startTestServer({ ...engines.env, APP_ROLE: 'web' });
    const isReady = async () => (await other.newClient().get('/readyz')).status === 200;
    await vi.waitUntil(isReady, { timeout: 120_000 });
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await engines.stop();
  });

  const listening = async (client: TestClient) => {
    const { socket } = await connectSocket(other.url, client.cookie());
    const changed: string[][] = [];
    const prices: (number | null)[] = [];
    socket.on('changed', ({ ids }: { ids: string[] }) => changed.push(ids));
    socket.on('user', ({ maxPrice }: { maxPrice: number | null }) => prices.push(maxPrice));
    return { socket, changed, prices };
  };
  const member = async () => {
    const client = one.newClient();
    const email = `${randomUUID()}@example.com`;
    return { client, email, id: (await client.register(email)).id };
  };
  const tell = async (userId: string, command: UserCommand) => {
    const sender = { actor: 'system', commandId: randomUUID() };
    await one.context.handle(users, userStream(userId), command, sender);
    await one.waitForViews();
  };
  const isCut = (socket: Socket) => expect.poll(() => socket.connected).toBe(false);

  it('A socket on another web process is fed without a subscription to the log there', async () => {
    const listSubscriptions = async ({ newClient }: TestServer) =>
      (await newClient().get('/metrics')).text.match(/^subscription_lag_events\{.*$/gm) ?? [];
    expect(await listSubscriptions(other)).toEqual([]);
    expect(await listSubscriptions(one)).not.toEqual([]);
  });

  it('A socket on another web process receives changes made here, once its own process shows them', async () => {
    const { client } = await member();
    const { prices } = await listening(client);
    for (const maxPrice of [1_000, 2_000, 3_000]) {
      await client.patch('/api/profile', { maxPrice });
      await expect.poll(() => prices.at(-1)).toBe(maxPrice);
      const there = await createTestClient(other.url).get('/api/user', { cookie: client.cookie() });
      expect(parseUser(there).maxPrice).toBe(maxPrice);
    }
  });

  it('A socket on another web process is disconnected by the sign-out of its session here, and no other is', async () => {
    const { client, email } = await member();
    const again = createTestClient(one.url);
    await again.post('/api/login', { email, password: 'house hunter' });
    const [own, kept] = [await listening(client), await listening(again)];
    await client.post('/api/logout');
    await isCut(own.socket);
    await again.patch('/api/profile', { maxPrice: 7_000 });
    await expect.poll(() => kept.prices.at(-1)).toBe(7_000);
    expect(kept.socket.connected).toBe(true);
  });

  it('A socket on another web process is disconnected by a password change here, except that of the session that changed it', async () => {
    const { client, email } = await member();
    const elsewhere = createTestClient(one.url);
    await elsewhere.post('/api/login', { email, password: 'house hunter' });
    const [own, lost] = [await listening(client), await listening(elsewhere)];
    const change = { currentPassword: 'house hunter', newPassword: 'another one' };
    parseUser(await client.patch('/api/profile/credentials', change));
    await isCut(lost.socket);
    expect(own.socket.connected).toBe(true);
  });

  it('A socket on another web process is disconnected by a deletion here', async () => {
    const { client, id } = await member();
    const { socket } = await listening(client);
    await tell(id, { type: 'Delete', data: { userId: id } });
    await isCut(socket);
    expect((await createTestClient(other.url).get('/api/user', { cookie: client.cookie() })).status).toBe(401);
  });

  it('A socket on another web process follows a change of role here', async () => {
    const { client, id } = await member();
    const { changed, prices } = await listening(client);
    await tell(id, { type: 'ChangeRole', data: { userId: id, role: 'full' } });
    const ann = await member();
    await expect.poll(() => changed.flat()).toContain(ann.id);
    await tell(id, { type: 'ChangeRole', data: { userId: id, role: 'none', timesKept: 0 } });
    const bob = await member();
    await client.patch('/api/profile', { maxPrice: 9_000 });
    await expect.poll(() => prices.at(-1)).toBe(9_000);
    expect(changed.flat()).not.toContain(bob.id);
  });
});
