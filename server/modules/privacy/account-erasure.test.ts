import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAll } from '#projections/store/list-all.ts';
import { projections } from '#projections/all.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { HistoryEvent } from '#domain/history/contract.ts';
import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { type TestClient, parseUser } from '#server/testing/test-client.ts';
import { adminCredentials, type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { runScript } from '#server/testing/run-script.ts';

let product: TestServer;
beforeEach(async () => {
  product = await startTestServer({ RATE_FORGOT: '1000000/1m' });
});
afterEach(() => product.stop());

const email = 'Ann.Heir@example.com';
const anOffer = {
  propertyType: 'house' as const,
  zipCode: '48204',
  price: 45_000,
  description: 'Inherited house, sold as-is',
  name: 'Ann',
  consent: true as const,
  shareContact: true,
};
const password = 'house hunter';
const saved = { title: 'Aunt Molly’s house', price: '$5', details: '', link: '', imageUrl: '', timestamp: null };

const mails = () => readdirSync(join(product.dataDir, 'outbox'), { encoding: 'utf8' });
/** The mail of the changed address, and that of the forgotten password. */
const mailed = () => expect.poll(() => mails().filter((name) => name.endsWith('.eml')).length).toBeGreaterThan(1);

/** The user Ann, with data in every store. */
async function annsLife() {
  const ann = product.newClient();
  const { id } = await ann.register(email, password);
  await ann.patch('/api/profile', { zipCode: '48204', maxPrice: 60_000 });
  await ann.patch('/api/profile/credentials', { email: `new.${email}`, currentPassword: password });
  const subscription = {
    endpoint: 'https://push.example.com/ann',
    keys: { p256dh: 'x'.repeat(87), auth: 'y'.repeat(22) },
  };
  await ann.post('/api/push/subscriptions', subscription);
  const full = await product.adminClient();
  const { recentListings } = parseUser(
    await full.patch(`/api/admin/users/${id}/listings`, { recentListings: [saved] }),
  );
  expect(recentListings).toHaveLength(1);
  await product.newClient().post('/api/forgot-password', { email: `new.${email}` });
  await mailed();
  return { ann, id, full };
}

/** Files of the data folder that contain a text, ignoring case. */
function filesWith(text: string): string[] {
  const names = readdirSync(product.dataDir, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => join(product.dataDir, name)).filter((name) => statSync(name).isFile());
  return files.filter((name) => readFileSync(name, 'latin1').toLowerCase().includes(text.toLowerCase()));
}

const dataOf = async (id: string) =>
  (await product.context.events.read(userStream(id))).events.map(({ type, data }) => ({ type, data }));

const logPath = '/api/admin/workflow-logs';
const note = (by: TestClient, details: string) => by.post(logPath, { log: { action: `About ${email}`, details } });
const entries = async (by: TestClient, query = '') =>
  JSON.parse((await by.get(logPath + query)).text) as WorkflowLogEntry[];

describe('A note that names a user by an address', () => {
  it('A note that names a user by an address follows a change of the address, and names no user once the user is deleted', async () => {
    const { id, full } = await annsLife();
    const text = (ann: string) =>
      `Membership set to active for ${ann} by ${adminCredentials.email}, not unknown@example.com.`;
    const taken = await note(full, text(`<${email.toUpperCase()}>`));
    expect(JSON.parse(taken.text)).toMatchObject({ action: `About new.${email}`, details: text(`<new.${email}>`) });
    expect(await entries(full, `?q=${encodeURIComponent(`About new.${email}`)}`)).toHaveLength(1);
    const latest = async () =>
      (JSON.parse((await full.get('/api/admin/history?type=NoteTaken')).text) as HistoryEvent[])[0];
    await expect.poll(async () => (await latest())?.sentence).toBe(`About new.${email}: ${text(`<new.${email}>`)}`);
    expect((await latest())?.data).toMatchObject({ action: `About [user ${id}]` });

    await full.send('DELETE', `/api/admin/users/${id}`);
    const [, old] = await entries(full, '?limit=2');
    expect(old).toMatchObject({ action: 'About a deleted user', details: text('<a deleted user>') });
    await note(full, `${email} and new.${email} are gone`);
    const [late] = await entries(full, '?limit=1');
    expect(late?.details).toBe('a deleted user and a deleted user are gone');
    expect(filesWith(email)).toEqual([]);

    const again = product.newClient();
    await again.register(email);
    await note(full, `${email} is back`);
    const read = async () => (await entries(full, '?q=About')).map(({ details }) => details);
    expect(await read()).toEqual([`${email} is back`, late?.details, old?.details]);
    expect((await again.get('/api/profile/data')).text).not.toContain(adminCredentials.email);
  });
});

describe('A deleted user', () => {
  it('A deleted user no longer has seller contacts', async () => {
    const { id, full } = await annsLife();
    const { sellers } = product.context;
    const offered = (address: string) => ({ ...anOffer, email: address });
    await sellers.keep('l-1', offered(email.toLowerCase()));
    await sellers.keep('l-2', offered('bob@example.com'));
    await full.send('DELETE', `/api/admin/users/${id}`);
    expect(await sellers.contactOf('l-1')).toBeNull();
    expect(await sellers.contactOf('l-2')).toMatchObject({ email: 'bob@example.com' });
  });

  it('A deleted user leaves nothing readable in any file, and shows as [erased] in the log', async () => {
    const { id, full } = await annsLife();
    expect(filesWith(email).length).toBeGreaterThan(0);
    expect((await full.send('DELETE', `/api/admin/users/${id}`)).status).toBe(204);

    expect(filesWith(email)).toEqual([]);
    expect(filesWith('Aunt Molly')).toEqual([]);
    expect(mails()).toEqual([]);
    const past = await dataOf(id);
    expect(past[0]).toMatchObject({ type: 'UserRegistered', data: { userId: id, email: '[erased]', role: 'none' } });
    expect(past.find(({ type }) => type === 'FiltersUpdated')?.data).toMatchObject({
      changes: { zipCode: '[erased]', maxPrice: 60_000 },
    });
    expect(past.find(({ type }) => type === 'ListingsSaved')?.data).toMatchObject({
      listings: [{ title: '[erased]', timestamp: expect.any(String) as string }],
    });
    for (const space of ['push-subscriptions', 'outbox', 'password-requests'])
      expect(await listAll(product.context.documents, space, { userId: id })).toEqual([]);
    expect(await product.context.vault.recover(id)).toBeNull();
  });

  it('A deleted user leaves no name and no ZIP of a search in any file, and those show as [erased] in the log', async () => {
    const ann = product.newClient();
    const { id } = await ann.register('ann@example.com', password);
    const full = await product.adminClient();
    const names = ['Lakeside parcels', 'Northern parcels', 'Removed parcels'];
    const zipCodes = ['49684', '49735', '49770'];
    const ids: string[] = [];
    for (const [n, name] of names.entries()) {
      const search = { name, zipCode: zipCodes[n], notificationPreference: n === 1 ? 'daily' : 'immediate' };
      ids.push((JSON.parse((await ann.post('/api/searches', search)).text) as { id: string }).id);
    }
    await ann.patch(`/api/searches/${ids[1]}`, { name: 'Changed parcels' });
    await ann.send('DELETE', `/api/searches/${ids[2]}`);
    await full.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    const house = {
      title: 'Inherited house on Elm Street',
      price: 40_000,
      details: 'Heirs want it gone, as-is.',
      link: 'https://listings.example.com/lake',
      zipCode: '49684',
    };
    expect((await full.post('/api/admin/listings', house)).status).toBe(201);
    const listings = async () => (await ann.get('/api/listings')).text;
    await expect.poll(listings).toContain('Lakeside parcels');
    const traces = () => [
      ...filesWith('Lakeside parcels'),
      ...filesWith('Changed parcels'),
      ...zipCodes.slice(1).flatMap((zipCode) => filesWith(`"${zipCode}"`)),
    ];
    expect(traces().length).toBeGreaterThan(0);

    // The alert's mail is put into the outbox a second later.
    await expect.poll(() => mails().some((name) => name.endsWith('.eml'))).toBe(true);
    await expect.poll(() => product.context.documents.count('outbox', { userId: id })).toBe(0);
    await full.send('DELETE', `/api/admin/users/${id}`);
    expect(traces()).toEqual([]);
    const past = await dataOf(id);
    const searches = past.filter(({ type }) => type === 'SearchAdded' || type === 'SearchChanged');
    expect(searches).toHaveLength(4);
    const erased = { name: '[erased]', zipCode: '[erased]' };
    for (const { data } of searches) expect(data).toMatchObject({ search: { ...erased, maxPrice: 54_000 } });
    expect(past.find(({ type }) => type === 'MembershipActivated')?.data).toMatchObject({ searches: [erased, erased] });
    expect(await listAll(product.context.documents, 'digests', { userId: id })).toEqual([]);
  });

  it('A deleted user is signed out, and the address is free for a new user at once', async () => {
    const { ann, id, full } = await annsLife();
    await full.send('DELETE', `/api/admin/users/${id}`);
    expect((await ann.get('/api/user')).status).toBe(401);
    expect((await ann.post('/api/login', { email: `new.${email}`, password })).status).toBe(401);
    const again = await product.newClient().register(`new.${email}`, password);
    expect(again).toMatchObject({ email: `new.${email}`, zipCode: null, recentListings: [] });
    expect(again.id).not.toBe(id);
    expect(JSON.parse((await full.get('/api/admin/users?q=ann.heir')).text)).toHaveLength(1);
  });

  it('A deleted user has no name in the workflow log', async () => {
    const { id, full } = await annsLife();
    const log = async () => (await full.get('/api/admin/workflow-logs?limit=100')).text;
    expect(await log()).toContain(email);
    await full.send('DELETE', `/api/admin/users/${id}`);
    const after = await log();
    expect(after.toLowerCase()).not.toContain(email.toLowerCase());
    expect(after).toContain('a deleted user registered');
    expect(after).toContain(`User ${id} deleted by ${adminCredentials.email}`);
  });

  it('A deleted user is erased in the same way by a rebuild: the views are identical, and the hash chain is valid', async () => {
    const { id, full } = await annsLife();
    await product.newClient().register('bob@example.com', password);
    await full.send('DELETE', `/api/admin/users/${id}`);
    const { dataDir } = product;
    await product.close();
    const { stdout, stderr, code } = await runScript('server/cli/rebuild.ts', { env: { DATA_DIR: dataDir } });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    // The view of the history comes on top.
    expect(stdout.match(/ the same$/gm)).toHaveLength(projections.length + 1);
    expect(filesWith(email)).toEqual([]);
    const readHistory = (...args: string[]) =>
      runScript('server/cli/history/history.ts', { args, env: { DATA_DIR: dataDir } });
    const verified = await readHistory('verify');
    expect({ code: verified.code, stderr: verified.stderr }).toEqual({ code: 0, stderr: '' });
    const history = await readHistory('--json');
    expect(history.stdout).toContain('[erased]');
    expect(history.stdout).toContain('bob@example.com');
    expect(history.stdout.toLowerCase()).not.toContain(email.toLowerCase());
  });

  it('A deleted user is erased by the next start if the process ended in the middle', async () => {
    const { id } = await annsLife();
    const { accountErasure, handle, events } = product.context;
    await accountErasure.begin(id);
    const { user } = await import('#domain/user/decider.ts');
    const sender = { actor: 'system', commandId: randomUUID() };
    await handle(user, userStream(id), { type: 'Delete', data: { userId: id } }, sender);
    expect(JSON.stringify((await events.read(userStream(id))).events)).toContain(email);
    const { dataDir } = product;
    await product.close();
    product = await startTestServer({ DATA_DIR: dataDir });
    await expect.poll(async () => JSON.stringify(await dataOf(id))).not.toContain(email);
    await expect.poll(() => filesWith(email)).toEqual([]);
    const findPending = () => product.context.documents.get('account-erasures', id);
    await expect.poll(findPending).toBeNull();
  });

  it('A deleted user is erased when an admin who finds the first attempt unfinished deletes it again', async () => {
    const { id, full } = await annsLife();
    const { handle } = product.context;
    const { user } = await import('#domain/user/decider.ts');
    await handle(
      user,
      userStream(id),
      { type: 'Delete', data: { userId: id } },
      { actor: 'system', commandId: randomUUID() },
    );
    expect((await full.send('DELETE', `/api/admin/users/${id}`)).status).toBe(404);
    expect(JSON.stringify(await dataOf(id))).not.toContain(email);
  });
});

it('A user whose deletion was refused is not erased', async () => {
  const { id } = await annsLife();
  await product.context.accountErasure.begin(id);
  await product.context.accountErasure.abort(id);
  await product.context.accountErasure.begin(id);
  await product.context.accountErasure.resume();
  expect(JSON.stringify(await dataOf(id))).toContain(email);
});
