import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { type TestClient, parseUser } from '#server/testing/test-client.ts';
import { type TestEngines, startTestEngines, isServerMissing } from '#server/testing/engines.ts';
import { adminCredentials, type TestServer, startTestServer } from '#server/testing/test-server.ts';

describe.skipIf(isServerMissing)('two processes on the same engines (skipped where MONGODB_URL is not set)', () => {
  let engines: TestEngines;
  let one: TestServer;
  let other: TestServer;
  beforeEach(async () => {
    engines = await startTestEngines();
    // They may even share a folder: it holds no data.
    const env = { ...engines.env, DATA_DIR: createTestFolder() };
    [one, other] = await Promise.all([startTestServer(env), startTestServer(env)]);
  });
  afterEach(async () => {
    await Promise.all([one.close(), other.close()]);
    await engines.stop();
  });

  const typesOf = async (stream: string) => (await one.context.events.read(stream)).events.map(({ type }) => type);

  it('Two processes on the same engines create one admin, and one user for concurrent registrations of an address', async () => {
    const admin = one.newClient();
    await expect.poll(async () => (await admin.post('/api/login', adminCredentials)).status).toBe(200);
    const registration = { email: 'ann@example.com', password: 'house hunter' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).newClient().post('/api/register', registration)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const emails = async () =>
      (JSON.parse((await admin.get('/api/admin/users')).text) as { email: string }[]).map(({ email }) => email);
    await expect.poll(emails).toEqual(expect.arrayContaining([adminCredentials.email, 'ann@example.com']));
    expect(await emails()).toHaveLength(2);
  });

  it('Two processes on the same engines append to one user concurrently: one wins, and the other decides again', async () => {
    const ann = one.newClient();
    const { id } = await ann.register('ann@example.com');
    const roots = await Promise.all([one.adminClient(), other.adminClient()]);
    const toggle = (status: string) =>
      Promise.all(roots.map((admin) => admin.patch(`/api/admin/users/${id}/membership`, { status })));
    for (const status of ['active', 'unconfirmed', 'active']) {
      expect((await toggle(status)).map((answer) => answer.status)).toEqual([200, 200]);
    }
    const memberships = (await typesOf(userStream(id))).filter((type) => type.startsWith('Membership'));
    expect(memberships).toEqual(['MembershipActivated', 'MembershipDeactivated', 'MembershipActivated']);

    const cookie = { cookie: ann.cookie() };
    for (const maxPrice of [1_000, 2_000, 3_000]) {
      const clients = [one.newClient(), other.newClient()];
      const change = (client: TestClient, n: number) =>
        client.patch('/api/profile', { maxPrice: maxPrice + n }, cookie);
      expect((await Promise.all(clients.map(change))).map(({ status }) => status)).toEqual([200, 200]);
    }
    const { events } = await one.context.events.read(userStream(id));
    const filters = events.filter(({ type }) => type === 'FiltersUpdated');
    expect(filters).toHaveLength(6);
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, n) => n));
    const last = filters.at(-1)?.data as { changes: { maxPrice: number } };
    const seen = async () => parseUser(await other.newClient().get('/api/user', cookie)).maxPrice;
    await expect.poll(seen).toBe(last.changes.maxPrice);
  });
});
