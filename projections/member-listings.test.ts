import { describe, expect, it } from 'vitest';
import { listMemberListings, listRecentListings } from './lists/member-listing-pages.ts';
import { memberListings } from './member-listings.ts';
import {
  alertsDelivered,
  alertsMatched,
  elmStreetFacts,
  listingFound,
  matchFigures,
  toMarchNoon,
  userDeleted,
  userRegistered,
} from './testing/example-events.ts';
import { type Fact, projectView } from './testing/project-view.ts';
import { projectViews } from './testing/project-views.ts';
import type { UserDoc } from './users.ts';

const after = (...facts: Fact[]) => projectView(memberListings, [userRegistered('a'), userRegistered('b'), ...facts]);
const delivered = alertsDelivered('l-1', 0, toMarchNoon(2), 'a', 'b');
const marked = (data: object, listingId = 'l-1'): Fact => ({
  type: 'ListingMarked',
  data: { members: [{ userId: 'a', listingId, ...data }] },
});
const withdrawn: Fact = { type: 'ListingWithdrawn', data: { listingId: 'l-1', reason: 'Sold' }, at: toMarchNoon(5) };
const repriced = (price: number): Fact => ({
  type: 'ListingRepriced',
  data: { listingId: 'l-1', price, previousPrice: 45_000, lowestBefore: 45_000, facts: elmStreetFacts },
});

describe('the listings of a member', () => {
  it('A delivered alert is a listing of each of its members, and a matched one is none yet', () => {
    expect(after(alertsMatched('l-1', 0, 'a')).size).toBe(0);
    const docs = after(delivered);
    expect([...docs.keys()]).toEqual(['a/l-1', 'b/l-1']);
    expect(docs.get('a/l-1')).toMatchObject({ userId: 'a', sentAt: toMarchNoon(2), kind: 'new', ...matchFigures });
  });

  it('A price drop moves the listing up as unread, and keeps what its member noted', () => {
    const docs = after(
      delivered,
      marked({ read: true, saved: true, note: 'Call' }),
      alertsDelivered('l-1', 1, toMarchNoon(4), 'a'),
    );
    const marks = { saved: true, note: 'Call' };
    expect(docs.get('a/l-1')).toMatchObject({
      n: 1,
      kind: 'price drop',
      sentAt: toMarchNoon(4),
      read: false,
      ...marks,
    });
    expect(docs.size).toBe(2);
  });

  it('An older alert that arrives later changes nothing', () => {
    const newer = alertsDelivered('l-1', 1, toMarchNoon(4), 'a');
    expect(after(newer, alertsDelivered('l-1', 0, toMarchNoon(6), 'a')).get('a/l-1')).toMatchObject({ n: 1 });
  });

  it('A mark changes the given fields of one member', () => {
    const docs = after(delivered, marked({ hidden: true }), marked({ read: true }));
    expect(docs.get('a/l-1')).toMatchObject({ hidden: true, read: true, saved: false });
    expect(docs.get('b/l-1')).toMatchObject({ hidden: false, read: false });
  });

  it('A withdrawn, repriced or relisted listing changes for all its members', () => {
    expect([...after(delivered, withdrawn).values()].map(({ withdrawnAt }) => withdrawnAt)).toEqual([
      toMarchNoon(5),
      toMarchNoon(5),
    ]);
    const relisted = after(delivered, withdrawn, listingFound('l-1', 50_000), repriced(50_000));
    expect([...relisted.values()].map(({ withdrawnAt, price }) => [withdrawnAt, price])).toEqual([
      [null, 50_000],
      [null, 50_000],
    ]);
  });

  it('A listing whose type was corrected is filtered by the new type for all its members', () => {
    const facts = { ...elmStreetFacts, propertyType: 'raw land' as const };
    const data = { listingId: 'l-1', price: 45_000, previousType: 'house' as const, facts };
    const docs = after(delivered, { type: 'ListingRetyped', data });
    expect([...docs.values()].map(({ propertyType }) => propertyType)).toEqual(['raw land', 'raw land']);
  });

  it('A deleted user has no listings', () => {
    expect([...after(delivered, userDeleted('a')).keys()]).toEqual(['b/l-1']);
  });
});

describe('pages of listings', () => {
  const facts = (): Fact[] => [
    userRegistered('a'),
    ...[1, 2, 3].flatMap((n): Fact[] => [
      listingFound(`l-${n}`, 45_000, `House ${n} on Elm St`),
      alertsDelivered(`l-${n}`, 0, toMarchNoon(n), 'a'),
    ]),
    marked({ read: true, saved: true }, 'l-2'),
    marked({ hidden: true }, 'l-3'),
    { type: 'ListingWithdrawn', data: { listingId: 'l-1', reason: 'Sold' }, at: toMarchNoon(9) },
  ];
  const list = async (query: Partial<Parameters<typeof listMemberListings>[2]> = {}) => {
    const page = await listMemberListings(await projectViews(facts()), 'a', { sort: 'newest', limit: 50, ...query });
    return { ids: page.listings.map(({ id }) => id), ...page };
  };

  it.each([
    [{}, ['l-2', 'l-1']],
    [{ sort: '-newest' }, ['l-1', 'l-2']],
    [{ filter: 'hidden' }, ['l-3']],
    [{ filter: 'unread' }, ['l-1']],
    [{ filter: 'saved' }, ['l-2']],
    [{ filter: 'withdrawn' }, ['l-1']],
    [{ filter: 'price-drop' }, []],
    [{ type: 'house' }, ['l-2', 'l-1']],
    [{ type: 'raw land' }, []],
    [{ q: 'elm DETROIT' }, ['l-2', 'l-1']],
    [{ q: 'elm chicago' }, []],
  ] as const)('The query %o finds %o', async (query, ids) => {
    expect(await list(query)).toMatchObject({ ids, total: ids.length });
  });

  it('A page is followed by the next one', async () => {
    const first = await list({ limit: 1 });
    expect(first).toMatchObject({ ids: ['l-2'], total: 2 });
    expect(await list({ limit: 1, cursor: first.cursor })).toMatchObject({ ids: ['l-1'], cursor: undefined });
  });

  it('A listing says where it is, why it is off-market, and since when it is gone', async () => {
    const { listings } = await list();
    expect(listings[1]).toMatchObject({
      withdrawnAt: toMarchNoon(9),
      place: { city: 'Detroit', county: null, state: 'MI', zipCode: '48204', isApproximate: true },
      signals: [{ says: 'Inherited', quote: 'Heirs' }],
      marks: { read: false, saved: false, hidden: false, note: '', status: null },
    });
    expect(Object.keys(listings[0] ?? {})).not.toContain('latitude');
  });
});

describe('the recent listings', () => {
  it('Saved and delivered listings come together, newest first', async () => {
    const saved = { title: 'Barn', price: '9,000', details: '', link: '', imageUrl: '', timestamp: toMarchNoon(2) };
    const views = await projectViews([
      userRegistered('a'),
      ...[1, 3].flatMap((n) => [listingFound(`l-${n}`, 45_000), alertsDelivered(`l-${n}`, 0, toMarchNoon(n), 'a')]),
      { type: 'ListingsSaved', data: { userId: 'a', listings: [saved] } },
    ]);
    const user = await views.get<UserDoc>('users', 'a');
    const recent = user && (await listRecentListings(views, user));
    expect(recent?.map(({ id, priceText, kind }) => [id, priceText, kind])).toEqual([
      ['l-3', '$45,000', 'new'],
      [expect.stringContaining('saved'), '$9,000', 'saved'],
      ['l-1', '$45,000', 'new'],
    ]);
  });
});
