import { beforeAll, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { AccountDataExport } from '#domain/account-data.contract.ts';
import { listFullAdmins } from '#projections/users.ts';
import { createEnsureOneFullAdmin } from '#server/modules/users/administration/last-admin.ts';
import { readWhenIndexed } from '#server/modules/audit/testing/read-when-indexed.ts';
import { createUserEraser } from './erase-user.ts';
import { type TestClient, parseUser } from '#server/testing/test-client.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { adminCredentials, startTestServer } from '#server/testing/test-server.ts';

const product = setUpServer();
beforeAll(() => product.intake.ready);

const password = 'house hunter';
const saved = { title: 'A barn', price: '$5', details: '', link: '', imageUrl: '', timestamp: null };
const deleting = (client: TestClient, body: unknown) => client.send('DELETE', '/api/profile', { body });
const readData = (client: TestClient) => readWhenIndexed(client).get('/api/profile/data');
const said = ({ status, text }: { status: number; text: string }) => [status, text];

describe('GET /api/profile/data', () => {
  it('GET /api/profile/data returns all data stored about a member, as a file', async () => {
    const ann = product.newClient();
    const { id } = await ann.register('ann@x.com');
    await ann.patch('/api/profile', { zipCode: '48204', maxPrice: 60_000 });
    const full = await product.adminClient();
    await full.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    await full.patch(`/api/admin/users/${id}/listings`, { recentListings: [saved] });
    await ann.post('/api/login', { email: 'ann@x.com', password });

    const answer = await readData(ann);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="off-market-scout-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    const data = JSON.parse(answer.text) as AccountDataExport;
    expect(data.account).toMatchObject({ id, email: 'ann@x.com', role: 'none' });
    expect(data.membership).toMatchObject({ membershipStatus: 'active', payments: [] });
    expect(data.filters).toMatchObject({ zipCode: '48204', maxPrice: 60_000, alertMails: true });
    expect(data.savedListings).toMatchObject([{ title: 'A barn' }]);
    expect(data.savedListings).toMatchObject([{ title: 'A barn' }]);
    expect(data.sessions.length).toBeGreaterThan(0);
    expect(data.signIns).toMatchObject([{ type: 'SignedIn' }]);
    expect(data.history.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['UserRegistered', 'FiltersUpdated', 'MembershipActivated', 'ListingsSaved', 'SignedIn']),
    );
    expect(data.history.find(({ type }) => type === 'FiltersUpdated')?.data).toMatchObject({
      changes: { zipCode: '48204' },
    });
    expect(data.history.find(({ type }) => type === 'MembershipActivated')?.sentence).toBe(
      'Membership set to active for ann@x.com by someone else',
    );
  });

  it('GET /api/profile/data contains the searches, and those that a listing fits', async () => {
    const sue = product.newClient();
    const { id } = await sue.register('sue@x.com');
    const full = await product.adminClient();
    await full.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    const search = {
      name: 'Lakeside',
      maxPrice: 60_000,
      mileageRadius: 75,
      zipCode: '49684',
      includeMobileHomes: false,
      includeRawLand: true,
      includeTinyHomes: false,
      notificationPreference: 'immediate',
      weeklySummary: true,
      paused: false,
    };
    const { id: searchId } = JSON.parse((await sue.post('/api/searches', search)).text) as { id: string };
    const { id: removedId } = JSON.parse(
      (await sue.post('/api/searches', { name: 'Beach', zipCode: '90001' })).text,
    ) as { id: string };
    await sue.send('DELETE', `/api/searches/${removedId}`);
    const house = {
      title: 'Inherited house on Elm Street',
      price: 40_000,
      details: 'Heirs want it gone, as-is.',
      link: 'https://listings.example.com/lake',
      zipCode: '49684',
    };
    expect((await full.post('/api/admin/listings', house)).status).toBe(201);
    const read = async () => JSON.parse((await readData(sue)).text) as AccountDataExport;
    await expect.poll(async () => (await read()).listings.length).toBe(1);
    const { searches, listings, history } = await read();
    expect(searches).toEqual([{ ...search, id: searchId }]);
    expect(listings[0]?.searches).toEqual([{ id: searchId, name: 'Lakeside' }]);
    const dataOf = (type: string) => history.filter((event) => event.type === type).map(({ data }) => data);
    expect(dataOf('SearchAdded')).toMatchObject([
      { searchId, search },
      { searchId: removedId, search: { name: 'Beach', zipCode: '90001' } },
    ]);
    expect(dataOf('SearchRemoved')).toMatchObject([{ searchId: removedId }]);
    expect(dataOf('AlertsDelivered')).toMatchObject([{ member: { searches: [{ searchId, name: 'Lakeside' }] } }]);
  });

  it('GET /api/profile/data contains their data from offers and notes', async () => {
    const pam = product.newClient();
    await pam.register('pam@x.com');
    const offer = { propertyType: 'house', zipCode: '48204', price: 1, description: 'A house', name: 'Pam' } as const;
    const contact = { consent: true, shareContact: false, phone: '313-555-0123' } as const;
    await product.context.sellers.keep('l-pam', { ...offer, ...contact, email: 'PAM@x.com' });
    await product.context.sellers.keep('l-other', { ...offer, ...contact, name: 'Other' });
    const full = await product.adminClient();
    const log = { action: 'Called', details: `Told pam@x.com to ask ${adminCredentials.email}` };
    await full.post('/api/admin/workflow-logs', { log });
    const { text } = await readData(pam);
    const { offers, history } = JSON.parse(text) as AccountDataExport;
    expect(offers).toMatchObject([{ listingId: 'l-pam', name: 'Pam', email: 'PAM@x.com', phone: '313-555-0123' }]);
    expect(history.at(-1)).toMatchObject({ sentence: 'Called: Told pam@x.com to ask someone else', data: null });
    expect(text).not.toMatch(/Other|root@example/);
  });

  it('GET /api/profile/data contains nothing about another user, and nothing that opens an account', async () => {
    const bob = product.newClient();
    await bob.register('bob@x.com');
    const full = await product.adminClient();
    await full.post('/api/admin/workflow-logs', { log: { action: 'Called', details: 'About the barn' } });
    const { text } = await readData(full);
    expect(text).not.toMatch(/bob@x\.com|ann@x\.com|argon2|"hash"|"cookie"|p256dh/);
    expect(text).toContain('About the barn');
    expect((await readData(bob)).text).not.toMatch(/root@example|ann@x\.com/);
  });

  it('GET /api/profile/data names only the push service of the browsers that get notifications', async () => {
    const cid = product.newClient();
    await cid.register('cid@x.com');
    const { createECDH } = await import('node:crypto');
    const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) };
    await cid.post('/api/push/subscriptions', { endpoint: 'https://push.example.com/secret', keys });
    const { text } = await readData(cid);
    expect((JSON.parse(text) as AccountDataExport).devices).toMatchObject([{ service: 'push.example.com' }]);
    expect(text).not.toContain('secret');
  });
});

describe('DELETE /api/profile', () => {
  it('DELETE /api/profile requires the current password', async () => {
    const dan = product.newClient();
    await dan.register('dan@x.com');
    expect(said(await deleting(dan, {}))).toEqual([400, 'Current password is required']);
    expect(said(await deleting(dan, { currentPassword: '' }))).toEqual([400, 'Current password is required']);
    expect(said(await deleting(dan, { currentPassword: 'a guess' }))).toEqual([400, 'Current password is incorrect']);
    expect((await deleting(dan, undefined)).status).toBe(400);
    expect((await dan.get('/api/user')).status).toBe(200);
  });

  it('DELETE /api/profile deletes the account, ends its sessions everywhere and frees the address', async () => {
    const [eve, elsewhere] = [product.newClient(), product.newClient()];
    const { id } = await eve.register('eve@x.com');
    await elsewhere.post('/api/login', { email: 'eve@x.com', password });
    expect(said(await deleting(eve, { currentPassword: password }))).toEqual([204, '']);
    expect(eve.cookie()).toBe('');
    expect((await eve.get('/api/user')).status).toBe(401);
    expect((await elsewhere.get('/api/user')).status).toBe(401);
    expect((await eve.post('/api/login', { email: 'eve@x.com', password })).status).toBe(401);
    const [registered] = (await product.context.events.read(userStream(id))).events;
    expect(registered?.data).toEqual({ userId: id, email: '[erased]', role: 'none' });
    await product.newClient().register('eve@x.com');
    const full = await product.adminClient();
    expect((await full.get('/api/admin/workflow-logs')).text).toContain(`User ${id} deleted"`);
  });

  it('DELETE /api/profile refuses the last full admin, and lets one of two delete their account, even when both try at once', async () => {
    const full = await product.adminClient();
    const refusal = [409, 'This is the last full admin. Make another user a full admin first.'];
    expect(said(await deleting(full, { currentPassword: adminCredentials.password }))).toEqual(refusal);
    const fay = product.newClient();
    const { id } = await fay.register('fay@x.com');
    await full.patch(`/api/admin/users/${id}/role`, { role: 'full' });
    const both = await Promise.all([
      deleting(fay, { currentPassword: password }),
      deleting(full, { currentPassword: adminCredentials.password }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });
});

it('Of two full admins who delete their accounts at once in processes that share only stores, one stays', async () => {
  const shared = await startTestServer();
  const { context } = shared;
  const full = await shared.adminClient();
  const ida = await shared.newClient().register('ida@x.com');
  await full.patch(`/api/admin/users/${ida.id}/role`, { role: 'full' });
  const me = parseUser(await full.get('/api/user'));
  const gone = (userId: string) => {
    const ensureOneFullAdmin = createEnsureOneFullAdmin(context);
    return createUserEraser({ ...context, ensureOneFullAdmin })(userId, { actor: 'system', commandId: userId });
  };
  const both = await Promise.allSettled([gone(ida.id), gone(me.id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect.poll(() => listFullAdmins(context.views)).toHaveLength(1);
  await shared.stop();
});

it('Attempts to guess the password are limited as at the sign-in', async () => {
  const strict = await startTestServer({ RATE_LOGIN: '2/15m' });
  const gus = strict.newClient();
  await gus.register('gus@x.com');
  const tried = await Promise.all([1, 2, 3].map((n) => deleting(gus, { currentPassword: `guess ${n}` })));
  expect(tried.map(({ status }) => status).toSorted()).toEqual([400, 400, 429]);
  expect((await deleting(gus, { currentPassword: password })).status).toBe(429);
  await strict.stop();
});
