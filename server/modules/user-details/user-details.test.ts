import { createECDH, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { AdminNote, UserAlert, UserDetails } from '#domain/user-details/contract.ts';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { connectSocket } from '#server/testing/socket-client.ts';

const product = setUpServer();
let full: TestClient;
let helper: TestClient;
let ann: TestClient;
let annId: string;
beforeAll(async () => {
  full = await product.adminClient();
  await product.intake.ready;
  helper = product.newClient();
  const { id } = await helper.register('helper@example.com');
  await full.patch(`/api/admin/users/${id}/role`, { role: 'helper' });
  ann = product.newClient();
  ({ id: annId } = await ann.register('ann@example.com'));
  await full.patch(`/api/admin/users/${annId}/membership`, { status: 'active' });
  await ann.patch('/api/profile', { zipCode: '48204' });
});

const read = async <T>(client: TestClient, path: string): Promise<T> => JSON.parse((await client.get(path)).text) as T;
const details = (client: TestClient, id = annId) => read<UserDetails>(client, `/api/admin/users/${id}`);
const addNote = (client: TestClient, text: string, id = annId) => client.post(`/api/admin/users/${id}/notes`, { text });
const removeNote = (client: TestClient, noteId: string) =>
  client.send('DELETE', `/api/admin/users/${annId}/notes/${noteId}`);

describe('The details of a user', () => {
  it('The details of a user show a full admin the account, payments and the lines of the workflow log', async () => {
    const payment = { id: 'sub_1', userId: annId, customerId: 'cus_1', standing: 'paid', revision: 0 };
    await product.context.documents.put(documentSpaces.paymentSubscriptions, payment);
    const answer = await details(full);
    expect(answer.user).toMatchObject({ id: annId, email: 'ann@example.com', isAdmin: false, maxPrice: null });
    expect(answer.payments).toEqual([{ id: 'sub_1', customerId: 'cus_1', standing: 'paid' }]);
    const lines = async () => (await details(full)).log?.map((line) => line.action);
    await expect
      .poll(lines)
      .toEqual(['Filters updated', 'Member since set', 'Membership activated', 'User registered']);
  });

  it('The details of a user show a helper admin neither roles nor payments nor the workflow log', async () => {
    const answer = await details(helper);
    expect(answer.user.email).toBe('ann@example.com');
    expect(Object.keys(answer.user)).not.toContain('isAdmin');
    expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['payments']));
    expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['log']));
  });

  it('The details of a user show each search, with what fits it, to a helper admin too', async () => {
    const { id } = JSON.parse(
      (await ann.post('/api/searches', { name: 'Flint', zipCode: '48503', notificationPreference: 'daily' })).text,
    ) as { id: string };
    await ann.patch(`/api/searches/${id}`, { paused: true });
    const { searches } = await details(helper);
    expect(searches.map(({ name, zipCode, maxPrice, paused }) => [name, zipCode, maxPrice, paused])).toEqual([
      ['Search 1', '48204', null, false],
      ['Flint', '48503', 54_000, true],
    ]);
    expect(searches[1]).toMatchObject({ id, place: 'Flint, MI', count: 0, notificationPreference: 'daily' });
    await ann.send('DELETE', `/api/searches/${id}`);
    expect((await details(helper)).searches).toHaveLength(1);
  });

  it('The details of a user name the channels without their targets, and the devices by their push service', async () => {
    const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) };
    const device = { endpoint: 'https://push.example.com/secret', keys };
    expect((await ann.post('/api/push/subscriptions', device)).status).toBe(201);
    const answer = await details(helper);
    expect(answer.channels).toContainEqual({ channel: 'mail', isOn: true, problem: null });
    expect(answer.channels).toContainEqual({ channel: 'push', isOn: true, problem: null });
    expect(answer.devices).toMatchObject([{ service: 'push.example.com' }]);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it.each(['', '/alerts'])('The details%s of an unknown user are not found', async (part) => {
    const answer = await full.get(`/api/admin/users/${randomUUID()}${part}`);
    expect([answer.status, answer.text]).toEqual([404, 'No such user']);
  });
});

describe('The alerts of a user', () => {
  const alertsOf = () => read<UserAlert[]>(helper, `/api/admin/users/${annId}/alerts`);
  const put = (changes: Partial<OutboxItem>) => {
    const item = { id: randomUUID(), userId: annId, attempts: 1, position: 0, due: 9e15, queuedAt: 0, ...changes };
    return product.context.documents.put(documentSpaces.outbox, item);
  };
  let listingId: string;
  beforeAll(async () => {
    const item = { externalId: 'b', title: 'Inherited house, as-is', price: 45_000, link: 'https://l.example/b' };
    const sender = { actor: 'intake:county', commandId: randomUUID() };
    await product.intake.take('county', [{ ...item, zipCode: '48204' }], sender);
    await vi.waitUntil(async () => (await alertsOf()).length === 1, { timeout: 120_000 });
    listingId = (await alertsOf())[0]?.listingId ?? '';
    await ann.send('PUT', `/api/listings/${listingId}/marks`, { body: { hidden: true, note: 'Too far for me' } });
  });
  const statesOf = async () => {
    const [alert] = await alertsOf();
    return Object.fromEntries((alert?.outcomes ?? []).map(({ channel, state, reason }) => [channel, [state, reason]]));
  };

  it('The alerts of a user have the listing, and the outcome of each on every channel of the server', async () => {
    const [alert] = await alertsOf();
    expect(alert).toMatchObject({ title: 'Inherited house, as-is', priceText: '$45,000', isPriceDrop: false });
    await expect.poll(statesOf).toMatchObject({ mail: ['sent', null], webhook: ['off', null] });
  });

  it('The alerts of a user count an alert as pending while its message is not in the outbox yet', async () => {
    type Checkpoint = { id: string; position: Position };
    const [space, { documents }] = [documentSpaces.checkpoints, product.context];
    const saved = await documents.get<Checkpoint>(space, 'mail');
    if (!saved) throw new Error('Mails have no checkpoint');
    const earlier: Checkpoint = { ...saved, position: startPosition };
    await documents.put(space, earlier);
    expect(await statesOf()).toMatchObject({ mail: ['pending', null], webhook: ['off', null] });
    await documents.put(space, saved);
    expect(await statesOf()).toMatchObject({ mail: ['sent', null] });
  });

  it('The alerts of a user include hidden ones, without what the member noted', async () => {
    const { text } = await full.get(`/api/admin/users/${annId}/alerts`);
    expect(text).toContain('Inherited house');
    expect(text).not.toMatch(/Too far|hidden|marks/);
  });

  it('The alerts of a user say which message waits, and why one failed', async () => {
    const alerts = { kind: 'alerts', listings: [{ id: listingId }], total: 1, isDaily: false };
    await put({ channel: 'webhook', state: 'waiting', error: 'The server answered 500', content: alerts });
    await put({ channel: 'mail', state: 'dead', error: 'Mailbox full', content: alerts });
    await put({ channel: 'push', state: 'dead', error: 'Gone', content: { message: { tag: `${listingId}-0` } } });
    await put({
      channel: 'telegram',
      state: 'dead',
      error: 'Gone',
      content: { ...alerts, listings: [{ id: 'other' }] },
    });
    expect(await statesOf()).toMatchObject({
      mail: ['failed', 'Mailbox full'],
      push: ['failed', 'Gone'],
      webhook: ['pending', 'The server answered 500'],
    });
  });

  it('The alerts of a user count an alert as off where the channel is off now', async () => {
    const items = (await product.context.documents.list(documentSpaces.outbox, { where: { userId: annId }, limit: 9 }))
      .docs;
    await product.context.documents.removeAll(
      documentSpaces.outbox,
      items.map(({ id }) => id),
    );
    await ann.patch('/api/profile', { alertMails: false });
    expect(await statesOf()).toMatchObject({ mail: ['off', null] });
  });
});

describe('The notes of admins about a user', () => {
  it('A note of an admin is shown to all admins with its author until one of them removes it', async () => {
    const answer = await addNote(helper, '  Called about the barn ');
    expect(answer.status).toBe(201);
    const note = JSON.parse(answer.text) as AdminNote;
    expect(note).toMatchObject({ text: 'Called about the barn', author: 'helper@example.com' });
    await addNote(full, 'Asked for a refund');
    const { notes } = await details(full);
    expect(notes.map(({ text }) => text)).toEqual(['Asked for a refund', 'Called about the barn']);
    expect(notes[1]).toMatchObject({ id: note.id, author: 'helper@example.com' });
    expect((await removeNote(full, note.id)).status).toBe(204);
    expect((await removeNote(full, note.id)).status).toBe(204);
    expect((await details(helper)).notes.map(({ text }) => text)).toEqual(['Asked for a refund']);
  });

  it('A note of an admin needs a text of at most 2,000 characters, and a user', async () => {
    const said = ({ status, text }: { status: number; text: string }) => [status, text];
    expect(said(await addNote(full, ' '))).toEqual([400, 'Enter a note']);
    expect(said(await addNote(full, 'x'.repeat(2001)))).toEqual([400, 'A note must be at most 2,000 characters']);
    expect(said(await addNote(full, 'Hello', randomUUID()))).toEqual([404, 'No such user']);
  });

  it('A note of an admin is in clear nowhere, and its line in the workflow log does not quote it', async () => {
    await addNote(full, 'Prefers zanzibar');
    const log = await read<{ details: string }[]>(full, '/api/admin/workflow-logs?limit=1');
    expect(log[0]?.details).toBe('Note about ann@example.com added by root@example.com');
    const files = readdirSync(product.dataDir, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(product.dataDir, name),
    );
    const inClear = files.filter((name) => statSync(name).isFile() && /zanzibar/i.test(readFileSync(name, 'latin1')));
    expect(inClear).toEqual([]);
  });

  it('A note of an admin is not in the data file of the user', async () => {
    await addNote(full, 'Prefers zanzibar');
    await expect.poll(async () => (await ann.get('/api/profile/data')).status).toBe(200);
    expect((await ann.get('/api/profile/data')).text).not.toMatch(/zanzibar|Note about/);
    expect((await full.get('/api/profile/data')).text).not.toMatch(/zanzibar/);
  });

  it('A note of an admin cannot be read once the account is deleted', async () => {
    const { id } = await product.newClient().register('zoe@example.com');
    await addNote(full, 'Prefers zanzibar', id);
    await full.send('DELETE', `/api/admin/users/${id}`);
    expect((await full.get(`/api/admin/users/${id}`)).status).toBe(404);
    const { events } = await product.context.events.read(`user-${id}`);
    expect(JSON.stringify(events)).not.toContain('zanzibar');
    expect(events.find(({ type }) => type === 'AdminNoteAdded')?.data).toMatchObject({ text: '[erased]' });
  });

  it('A note of an admin reaches the pages of other admins, and not the user', async () => {
    const [told, toldAnn] = [
      await connectSocket(product.url, helper.cookie()),
      await connectSocket(product.url, ann.cookie()),
    ];
    await addNote(full, 'Hello');
    await expect.poll(() => told.messages).toContainEqual(['changed', { view: 'users', ids: [annId] }]);
    expect(toldAnn.messages).toEqual([]);
  });
});
