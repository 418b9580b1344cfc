import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import { detroit, elmStreet } from '#projections/testing/example-events.ts';
import type { AsOfAnswer } from '#domain/history/point-in-time.contract.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer();
const root = setUpAdmin(product);
let annId: string;
let bobId: string;
beforeAll(async () => {
  const ann = product.newClient();
  annId = (await ann.register('Ann@example.com')).id;
  await ann.patch('/api/profile', { maxPrice: 60_000, zipCode: '48204' });
  await root.patch(`/api/admin/users/${annId}/membership`, { status: 'active' });
  await ann.patch('/api/profile/credentials', { email: 'ann@example.org', currentPassword: 'house hunter' });
  await ann.patch('/api/profile', { maxPrice: 70_000 });
  const bob = product.newClient();
  bobId = (await bob.register('bob@example.com')).id;
  await bob.patch('/api/profile', { zipCode: '48205', maxPrice: 10_000 });
  await root.patch(`/api/admin/users/${bobId}/listings`, { recentListings: [{ title: 'Barn', price: '$5k' }] });
  await root.send('DELETE', `/api/admin/users/${bobId}`);
  await root.post('/api/admin/announcements', { message: '<p>One</p>' });
  await root.post('/api/admin/announcements', { message: '<p>Two</p>' });
});

async function asOf(query: Record<string, string | number>): Promise<AsOfAnswer> {
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const asked = new URLSearchParams([...('history' in query ? [] : [['history', 'all']]), ...given]);
  const { status, text } = await root.get(`/api/admin/history/as-of?${asked}`);
  expect(status, text).toBe(200);
  return JSON.parse(text) as AsOfAnswer; // the tests check its content
}

describe('a user', () => {
  it('A user is shown as of now, with all their events', async () => {
    const now = await asOf({ user: annId });
    expect(now).toMatchObject({
      subject: { kind: 'user', id: annId, name: 'ann@example.org' },
      status: 'there',
      next: null,
    });
    expect(now.state).toMatchObject({ email: 'ann@example.org', maxPrice: 70_000, membershipStatus: 'active' });
    expect(now.history?.map(({ type }) => type)).toEqual([
      'UserRegistered',
      'FiltersUpdated',
      'MembershipActivated',
      'MemberSinceSet',
      'EmailChanged',
      'FiltersUpdated',
    ]);
    expect(now.total).toBe(6);
    expect(now.history?.map(({ sentence }) => sentence)[0]).toBe('Ann@example.com registered');
    expect(now.history?.[2]?.sentence).toBe('Membership set to active for Ann@example.com by root@example.com');
  });

  it('A user is shown as of a position, with the changes of that event', async () => {
    const { history = [] } = await asOf({ user: annId });
    const then = await asOf({ user: annId, position: history[1]?.position ?? 0 });
    expect(then.state).toMatchObject({ email: 'Ann@example.com', maxPrice: 60_000, membershipStatus: 'unconfirmed' });
    expect(then.event).toEqual(history[1]);
    expect(then.changes).toEqual([
      { field: 'maxPrice', before: null, after: 60_000 },
      { field: 'zipCode', before: null, after: '48204' },
    ]);
    expect([then.previous, then.next]).toEqual([history[0]?.position, history[2]?.position]);
    expect(then.subject.name).toBe('Ann@example.com');
  });

  it('A user is shown as of a time, and of a day to its end', async () => {
    const { history = [] } = await asOf({ user: annId });
    const then = await asOf({ user: annId, at: history[4]?.at ?? '' });
    expect(then.event).toEqual(history[4]);
    expect(then.changes).toEqual([{ field: 'email', before: 'Ann@example.com', after: 'ann@example.org' }]);
    const [today = ''] = new Date().toISOString().split('T');
    expect((await asOf({ user: annId, at: today })).event).toEqual(history[5]);
  });

  it('A user did not exist earlier, and the first event is named', async () => {
    const before = await asOf({ user: annId, at: '2020-01-01T00:00:00Z' });
    expect(before).toMatchObject({ status: 'not yet', state: null, event: null, changes: [], previous: null });
    expect(before.next).toBe(before.history?.[0]?.position);
    expect(before.subject.name).toBe('Ann@example.com');
  });

  it('A user is found by any email address they ever had', async () => {
    for (const email of ['ANN@example.com', 'ann@example.org']) {
      expect((await asOf({ user: email })).subject.id).toBe(annId);
    }
  });

  it('A user who was deleted is not found by an email address any more', async () => {
    const { status, text } = await root.get('/api/admin/history/as-of?user=bob@example.com');
    expect([status, text]).toEqual([404, 'No such user']);
  });

  it('A user who was deleted is shown erased, as of any moment', async () => {
    const now = await asOf({ user: bobId });
    expect(now).toMatchObject({ status: 'deleted', state: null });
    const then = await asOf({ user: bobId, position: now.previous ?? 0 });
    expect(then.state).toMatchObject({
      email: '[erased]',
      zipCode: '[erased]',
      maxPrice: 10_000,
      recentListings: [{ title: '[erased]', price: '[erased]' }],
    });
    expect(JSON.stringify([now, then])).not.toMatch(/bob@|48205|Barn/);
  });

  it('A user never shows a password or its hash', async () => {
    const { state } = await asOf({ user: annId });
    expect(Object.keys(state ?? {}).filter((field) => /password|hash/i.test(field))).toEqual(['mustChangePassword']);
  });

  it('A user is returned with the moments of its events to step through them, unless all or none are requested', async () => {
    const [all, some] = [await asOf({ user: annId }), await asOf({ user: annId, history: 'moments' })];
    expect(some.moments).toEqual({
      positions: all.history?.map(({ position }) => position),
      times: all.history?.map(({ at }) => at),
    });
    expect(some.history).toBeUndefined();
    expect(some).toMatchObject({ state: all.state, event: all.event, changes: all.changes });
    const { text } = await root.get(`/api/admin/history/as-of?user=${annId}`);
    expect(JSON.parse(text)).toEqual(some);
  });

  it('A user shows the encrypted texts at each of many moments, also after events of another type', async () => {
    const eve = product.newClient();
    const { id } = await eve.register('eve@example.com');
    const zips = ['48201', '48202', '48203', '48206', '48207'];
    for (const zipCode of zips) await eve.patch('/api/profile', { zipCode, maxPrice: 50_000 });
    await eve.patch('/api/profile/credentials', { email: 'eve@example.org', currentPassword: 'house hunter' });
    const { moments } = await asOf({ user: id, history: 'moments' });
    const then: AsOfAnswer[] = [];
    for (const position of moments?.positions ?? []) then.push(await asOf({ user: id, position }));
    expect(then.map(({ state }) => state?.['zipCode'])).toEqual([null, ...zips, '48207']);
    expect(then.map(({ changes }) => changes.find(({ field }) => field === 'zipCode')?.before ?? null)).toEqual([
      ...[null, null, '48201', '48202', '48203', '48206', null],
    ]);
    expect(then.map(({ subject }) => subject.name).slice(-2)).toEqual(['eve@example.com', 'eve@example.org']);
  });

  it('A user shows the text [erased] where a user typed exactly that', async () => {
    const { id } = await product.newClient().register('wag@example.com');
    for (const title of ['Barn', 'Mill']) {
      await root.patch(`/api/admin/users/${id}/listings`, { recentListings: [{ title, details: '[erased]' }] });
    }
    expect((await asOf({ user: id })).state).toMatchObject({
      recentListings: [{ title: 'Mill', details: '[erased]' }],
    });
  });

  it('A user is returned without the history where that is not requested', async () => {
    const then = await asOf({ user: annId, history: 'none' });
    expect([then.history, then.moments]).toEqual([undefined, undefined]);
    expect(then.total).toBe(6);
    expect(then.event?.type).toBe('FiltersUpdated');
  });
});

describe('a listing', () => {
  const command = () => ({ actor: 'scout', commandId: randomUUID() });

  it('A listing is shown with its prices, its reposts, and its time in review', async () => {
    const { handle } = product.context;
    const facts = { ...elmStreet, price: 45_000, place: detroit };
    const item = { title: 'Elm St', price: 'make offer' };
    await handle(
      listing,
      listingStream('one'),
      { type: 'Hold', data: { listingId: 'one', source: 's', item, reason: 'No price' } },
      command(),
    );
    await handle(listing, listingStream('one'), { type: 'Find', data: { listingId: 'one', ...facts } }, command());
    await handle(
      listing,
      listingStream('one'),
      { type: 'Reprice', data: { listingId: 'one', price: 39_000 } },
      command(),
    );
    const repost = {
      listingId: 'two',
      originalId: 'one',
      source: 's',
      externalId: null,
      link: '',
      price: 38_000,
      evidence: { by: 'text', quote: 'House' },
    } as const;
    await handle(listing, listingStream('two'), { type: 'Repost', data: repost }, command());
    await product.waitForViews();

    const now = await asOf({ listing: 'one' });
    expect(now.subject).toEqual({ kind: 'listing', id: 'one', name: elmStreet.title });
    expect(now.history?.map(({ type }) => type)).toEqual([
      'ListingHeld',
      'ListingFound',
      'ListingRepriced',
      'ListingReposted',
    ]);
    expect(now.state).toMatchObject({ status: 'found', price: 39_000, lowest: 39_000, city: 'Detroit' });
    expect(now.changes).toEqual([{ field: 'repostIds', before: [], after: ['two'] }]);
    const [held, , repriced] = now.history ?? [];
    expect((await asOf({ listing: 'one', position: held?.position ?? 0 })).state).toMatchObject({
      status: 'held',
      item,
    });
    expect((await asOf({ listing: 'one', position: repriced?.position ?? 0 })).changes).toEqual([
      { field: 'price', before: 45_000, after: 39_000 },
      { field: 'lowest', before: 45_000, after: 39_000 },
    ]);
    expect((await asOf({ listing: 'two' })).state).toEqual({ id: 'two', status: 'reposted', originalId: 'one' });
  });

  it('A listing that an admin rejected is dismissed', async () => {
    const held = { listingId: 'three', source: 's', item: {}, reason: 'No price' };
    await product.context.handle(listing, listingStream('three'), { type: 'Hold', data: held }, command());
    const rejection = { listingId: 'three', title: 'Barn' };
    await product.context.handle(listing, listingStream('three'), { type: 'Reject', data: rejection }, command());
    expect((await asOf({ listing: 'three' })).state).toEqual({ id: 'three', status: 'dismissed', title: 'Barn' });
  });
});

describe('an announcement', () => {
  it('An announcement is shown as of a position', async () => {
    const now = await asOf({ announcement: 'latest' });
    expect(now.state).toMatchObject({ message: '<p>Two</p>' });
    const then = await asOf({ announcement: '', position: now.previous ?? 0 });
    expect(then.state).toMatchObject({ message: '<p>One</p>' });
  });
});

describe('an invalid request is refused', () => {
  it.each([
    ['', 400, 'Say whose state: user, listing or announcement, one of them'],
    ['user=a&listing=b', 400, 'Say whose state: user, listing or announcement, one of them'],
    ['user=a&position=1&at=2026-11-21', 400, 'Say when by a position or by a time, not both'],
    ['user=a&position=-1', 400, 'position must be a whole number from 0'],
    ['user=a&at=yesterday', 400, 'at must be a day such as 2026-11-21, or a time in ISO 8601'],
    ['user=a&user=b', 400, 'user must be given once'],
    ['user=', 400, 'user must not be empty'],
    ['user=a&history=some', 400, "history must be 'moments', 'all' or 'none'"],
    ['user=nobody', 404, 'No such user'],
    ['user=nobody@example.com', 404, 'No such user'],
    ['listing=none', 404, 'No such listing'],
  ])('An invalid request is refused: %s', async (query, status, text) => {
    expect(await root.get(`/api/admin/history/as-of?${query}`)).toMatchObject({ status, text });
  });
});
