import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { alertStream, listingStream, userStream } from '#domain/event-catalog/streams.ts';
import { alert as alerts } from '#domain/alert/decider.ts';
import { createMatchCommand, exampleListing } from '#domain/alert/testing/examples.ts';
import { listing as listings } from '#domain/listing/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Role } from '#domain/user/contract.ts';
import { sampleFacts } from '#server/modules/alerts/matching/testing/sample-listing.ts';
import { connectSocket, type SocketClient } from '#server/testing/socket-client.ts';
import { type TestClient, parseUser } from '#server/testing/test-client.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer();
const root = setUpAdmin(product);

const listening = (client: TestClient) => connectSocket(product.url, client.cookie());

async function member(): Promise<{ client: TestClient; id: string; email: string }> {
  const client = product.newClient();
  const email = `${randomUUID()}@example.com`;
  return { client, email, id: (await client.register(email)).id };
}

const by = () => ({ actor: 'system', commandId: randomUUID() });

async function setRole(userId: string, role: Role): Promise<void> {
  const { position } = await product.context.handle(
    users,
    userStream(userId),
    { type: 'ChangeRole', data: { userId, role, timesKept: 0 } },
    by(),
  );
  await product.context.waitForProjections(position);
}

/** All pending messages have arrived once this one has. */
async function settled(...listeners: { client: TestClient; listener: SocketClient }[]): Promise<void> {
  for (const { client, listener } of listeners) {
    const before = listener.of('user').length;
    const { maxPrice } = JSON.parse((await client.get('/api/user')).text) as { maxPrice: number | null };
    await client.patch('/api/profile', { maxPrice: (maxPrice ?? 0) + 1 });
    await expect.poll(() => listener.of('user').length).toBeGreaterThan(before);
  }
}

const price = 45_000;
const listing = { ...exampleListing, title: sampleFacts.title, link: sampleFacts.link, signals: [] };

async function alertTo(...userIds: string[]): Promise<string> {
  const listingId = randomUUID();
  const find = { type: 'Find', data: { listingId, ...sampleFacts, price } } as const;
  await product.context.handle(listings, listingStream(listingId), find, by());
  const match = createMatchCommand({ listingId, userIds, listing });
  await product.context.handle(alerts, alertStream(listingId, 0), match, by());
  return listingId;
}

describe('a handshake', () => {
  const refusal = (cookie: string, extraHeaders: Record<string, string> = {}) =>
    connectSocket(product.url, cookie, { extraHeaders }).then(
      () => 'connected',
      (error: unknown) => (error instanceof Error ? error.message : null),
    );

  it('A handshake without a session is rejected as unauthorized', async () => {
    expect(await refusal('')).toBe('unauthorized');
    expect(await refusal('sid=s%3Aabc.def')).toBe('unauthorized');
  });

  it('A handshake of another site is rejected', async () => {
    const { client } = await member();
    expect(await refusal(client.cookie(), { origin: 'https://evil.example.com' })).not.toBe('connected');
    expect(await refusal(client.cookie(), { 'sec-fetch-site': 'cross-site' })).not.toBe('connected');
    expect(await refusal(client.cookie(), { origin: product.url })).toBe('connected');
  });
});

describe('a member is notified', () => {
  it('A member is notified of changes to their own user, as GET /api/user returns it, and no other user is', async () => {
    const [ann, bob] = [await member(), await member()];
    const [toAnn, toBob] = [await listening(ann.client), await listening(bob.client)];
    await root.patch(`/api/admin/users/${ann.id}/membership`, { status: 'active' });
    await expect.poll(() => toAnn.of('user')).toHaveLength(1);
    const user = JSON.parse((await ann.client.get('/api/user')).text) as unknown;
    expect(toAnn.messages).toEqual([['user', user]]);
    expect(user).toMatchObject({ membershipStatus: 'active' });
    await settled({ client: bob.client, listener: toBob });
    expect(toBob.messages).toHaveLength(1);
  });

  it('A member is notified of an alert, in every window, and not of alerts of others', async () => {
    const [ann, bob] = [await member(), await member()];
    const [first, second, toBob] = [
      await listening(ann.client),
      await listening(ann.client),
      await listening(bob.client),
    ];
    const listingId = await alertTo(ann.id);
    await expect.poll(() => [first.of('alert').length, second.of('alert').length]).toEqual([1, 1]);
    const shown = JSON.parse((await ann.client.get('/api/listings/recent')).text) as Record<string, unknown>[];
    // Only the page's own requests tell where a listing is on a map.
    const alerted = Object.fromEntries(Object.entries(shown[0] ?? {}).filter(([field]) => field !== 'location'));
    expect(first.of('alert')).toEqual([
      {
        listing: alerted,
        why: [
          '12.4 mi from your ZIP code (within 50)',
          '$45,000, $9,000 under your $54,000 max',
          'Houses always included',
        ],
      },
    ]);
    expect(shown[0]).toMatchObject({ id: listingId, title: listing.title, price: 45_000, priceText: '$45,000' });
    await settled({ client: bob.client, listener: toBob });
    expect(toBob.of('alert')).toEqual([]);
  });

  it('A member is notified only of their own alert when 2,000 members are alerted at once', async () => {
    const ann = await member();
    const toAnn = await listening(ann.client);
    const others = Array.from({ length: 2000 }, () => randomUUID());
    await Promise.all([0, 500, 1000, 1500].map((from) => alertTo(...others.slice(from, from + 499), ann.id)));
    await expect.poll(() => toAnn.of('alert').length).toBe(4);
  });
});

describe('admins are notified', () => {
  const present = async (role: Role) => {
    const person = await member();
    await setRole(person.id, role);
    return { ...person, listener: await listening(person.client) };
  };

  it('Admins are notified of changed users; full admins also of the log; members of neither', async () => {
    const [full, helper, none] = [await present('full'), await present('helper'), await present('none')];
    const ann = await member();
    for (const { listener } of [helper, full])
      await expect.poll(() => listener.of('changed')).toContainEqual({ view: 'users', ids: [ann.id] });
    const [entry] = JSON.parse((await root.get('/api/admin/workflow-logs?limit=1')).text) as unknown[];
    await expect.poll(() => full.listener.of('workflow-log')).toContainEqual(entry);
    await settled(helper, none);
    expect(helper.listener.of('workflow-log')).toEqual([]);
    expect(new Set(none.listener.messages.map(([name]) => name))).toEqual(new Set(['user']));
  });

  it('Admins are notified of changed users with the ids of the requests that caused it', async () => {
    const full = await present('full');
    const causes = new Map<string, string[]>();
    full.listener.socket.on('changed', ({ view, ids }: { view: string; ids: string[] }, by: string[]) => {
      if (view === 'users') for (const id of ids) causes.set(id, by);
    });
    const ann = await member();
    await expect.poll(() => causes.get(ann.id)?.length).toBe(1);
    const command = { type: 'ActivateMembership', data: { userId: ann.id, now: new Date().toISOString() } } as const;
    await product.context.handle(users, userStream(ann.id), command, by());
    await expect.poll(() => causes.get(ann.id)).toEqual(['']);
    const path = `/api/admin/users/${ann.id}/membership`;
    await root.patch(path, { status: 'unconfirmed' }, { 'x-request-id': 'toggle-1' });
    await expect.poll(() => causes.get(ann.id)).toEqual(['toggle-1']);
  });

  /** Replaces the question whether an admin is protected well enough, until the end of the test. */
  const replaceLookUp = (isAdminAllowed: (id: string, lookUp: () => Promise<boolean>) => Promise<boolean>) => {
    const lookUp = product.context.isAdminAllowed;
    onTestFinished(() => void Object.assign(product.context, { isAdminAllowed: lookUp }));
    Object.assign(product.context, { isAdminAllowed: (id: string) => isAdminAllowed(id, () => lookUp(id)) });
  };

  it('Admins are notified of all changes after they have connected, however slow the stores are', async () => {
    const client = await product.adminClient();
    replaceLookUp((_, lookUp) => setTimeout(500).then(lookUp));
    const { of } = await listening(client);
    const { id } = await member();
    await expect.poll(() => of('changed')).toContainEqual({ view: 'users', ids: [id] });
  });

  it('Admins are notified as soon as they become admins, and no longer once they are not', async () => {
    const ann = await present('none');
    await setRole(ann.id, 'full');
    const before = ann.listener.of('workflow-log').length;
    await member();
    await expect.poll(() => ann.listener.of('workflow-log').length).toBeGreaterThan(before);
    await setRole(ann.id, 'none');
    await settled(ann);
    const heard = [ann.listener.of('workflow-log').length, ann.listener.of('changed').length];
    await member();
    await settled(ann);
    expect([ann.listener.of('workflow-log').length, ann.listener.of('changed').length]).toEqual(heard);
  });

  it('Admins are no longer notified once they are not admins, even if their rooms were looked up just before', async () => {
    const ann = await member();
    await setRole(ann.id, 'full');
    const asked = Promise.withResolvers<null>();
    const held = Promise.withResolvers<null>();
    let calls = 0;
    // The second one is made as the socket has just connected.
    replaceLookUp(async (id, lookUp) => {
      if (id !== ann.id || (calls += 1) !== 2) return lookUp();
      asked.resolve(null);
      return held.promise.then(lookUp);
    });
    const listener = await listening(ann.client);
    await asked.promise;
    await setTimeout(100);
    await setRole(ann.id, 'none');
    // Long enough for the change to reach the sockets.
    await setTimeout(300);
    const heard = listener.of('workflow-log').length;
    held.resolve(null);
    await member();
    await settled({ ...ann, listener });
    expect(listener.of('workflow-log')).toHaveLength(heard);
  });
});

describe('a socket is disconnected', () => {
  const cut = (listener: SocketClient) => new Promise((resolve) => listener.socket.once('disconnect', resolve));

  it('A socket is disconnected by the sign-out of its session, and no other is', async () => {
    const ann = await member();
    const listener = await listening(ann.client);
    const elsewhere = product.newClient();
    await elsewhere.post('/api/login', { email: ann.email, password: 'house hunter' });
    const other = await listening(elsewhere);
    const isCut = cut(listener);
    await ann.client.post('/api/logout');
    await isCut;
    await settled({ client: elsewhere, listener: other });
    expect(other.socket.connected).toBe(true);
  });

  it('A socket is disconnected by a password change, except that of the session that changed it', async () => {
    const ann = await member();
    const elsewhere = product.newClient();
    await elsewhere.post('/api/login', { email: ann.email, password: 'house hunter' });
    const [own, other] = [await listening(ann.client), await listening(elsewhere)];
    const isCut = cut(other);
    const change = { currentPassword: 'house hunter', newPassword: 'another one' };
    parseUser(await ann.client.patch('/api/profile/credentials', change));
    await isCut;
    await settled({ client: ann.client, listener: own });
    expect(own.socket.connected).toBe(true);
  });

  it('A socket is disconnected by the deletion of its user', async () => {
    const ann = await member();
    const listener = await listening(ann.client);
    const isCut = cut(listener);
    await product.context.handle(users, userStream(ann.id), { type: 'Delete', data: { userId: ann.id } }, by());
    await isCut;
    expect((await ann.client.get('/api/user')).status).toBe(401);
  });
});
