import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import { type TestClient, parseUser } from '#server/testing/test-client.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const ask = '/api/request-higher-limit';
const answerTo = (id: string) => `/api/admin/users/${id}/higher-limit`;

const product = setUpServer();
const root = setUpAdmin(product);

async function member() {
  const client = product.newClient();
  const { id } = await client.register(`${randomUUID()}@example.com`);
  return { client, id };
}

async function helper(): Promise<TestClient> {
  const { client, id } = await member();
  const change = { type: 'ChangeRole', data: { userId: id, role: 'helper' } } as const;
  const sender = { actor: 'system', commandId: randomUUID() };
  await product.context.handle(users, userStream(id), change, sender);
  await product.waitForViews();
  return client;
}

async function typesOf(id: string): Promise<string[]> {
  return (await product.context.events.read(userStream(id))).events.map(({ type }) => type);
}

describe('a request for a higher limit', () => {
  it('A request for a higher limit is stored with the user once, however often it is sent', async () => {
    const { client, id } = await member();
    expect(parseUser(await client.post(ask))).toMatchObject({ id, requestedHigherLimit: true, maxPriceLimit: 150_000 });
    expect((await client.post(ask)).status).toBe(200);
    expect(parseUser(await client.get('/api/user')).requestedHigherLimit).toBe(true);
    expect(await typesOf(id)).toEqual(['UserRegistered', 'HigherLimitRequested']);
  });

  it.each([
    ['without a body', undefined],
    ['with an empty one', {}],
  ])('A request for a higher limit is cleared by an admin %s', async (_how, body) => {
    for (const admin of [root, await helper()]) {
      const { client, id } = await member();
      await client.post(ask);
      const cleared = await admin.patch(answerTo(id), body);
      expect([cleared.status, parseUser(cleared)]).toMatchObject([200, { id, requestedHigherLimit: false }]);
      expect((await admin.patch(answerTo(id), body)).status).toBe(200);
      expect(parseUser(await client.get('/api/user')).requestedHigherLimit).toBe(false);
      expect(await typesOf(id)).toEqual(['UserRegistered', 'HigherLimitRequested', 'HigherLimitCleared']);
    }
  });

  it('A request for a higher limit reveals no roles to a helper admin', async () => {
    const { id } = await member();
    expect(Object.keys(parseUser(await (await helper()).patch(answerTo(id))))).not.toContain('isAdmin');
  });

  it('A request for a higher limit is granted by a full admin with a limit, which the user may then use', async () => {
    const { client, id } = await member();
    await client.post(ask);
    const granted = parseUser(await root.patch(answerTo(id), { limit: 300_000 }));
    expect(granted).toMatchObject({ requestedHigherLimit: false, maxPriceLimit: 300_000 });
    expect(parseUser(await client.patch('/api/profile', { maxPrice: 300_000 })).maxPrice).toBe(300_000);
    expect((await client.patch('/api/profile', { maxPrice: 300_001 })).text).toBe('Max price must be at most $300,000');
  });

  it('A request for a higher limit is not granted by a helper admin', async () => {
    const { client, id } = await member();
    await client.post(ask);
    const { status, text } = await (await helper()).patch(answerTo(id), { limit: 300_000 });
    expect([status, text]).toEqual([403, 'Only a full admin may grant a higher limit']);
    expect(parseUser(await client.get('/api/user')).requestedHigherLimit).toBe(true);
  });

  it.each([[150_000], [1_000_001], [200_000.5], ['200000'], [null], [-1]])(
    'A request for a higher limit is not granted with %j',
    async (limit) => {
      const { id } = await member();
      const { status, text } = await root.patch(answerTo(id), { limit });
      expect([status, text]).toEqual([400, 'Limit must be a whole number of dollars from 150,001 to 1,000,000']);
    },
  );

  it.each([150_001, 1_000_000])('A request for a higher limit may be granted with %i', async (limit) => {
    const { id } = await member();
    expect(parseUser(await root.patch(answerTo(id), { limit })).maxPriceLimit).toBe(limit);
  });

  it('A request for a higher limit answers 404 for an unknown id', async () => {
    for (const body of [undefined, { limit: 200_000 }]) {
      const { status, text } = await root.patch(answerTo(randomUUID()), body);
      expect([status, text]).toEqual([404, 'No such user']);
    }
  });

  it('A request for a higher limit is recorded in the log with its outcome', async () => {
    const { client, id } = await member();
    await client.post(ask);
    await root.patch(answerTo(id), { limit: 200_000 });
    const log = (await root.get('/api/admin/workflow-logs?limit=2')).text;
    expect(log).toContain('Price limit of $200,000 granted to');
    expect(log).toContain('Higher price limit requested for');
  });
});
