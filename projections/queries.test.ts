import { describe, expect, it } from 'vitest';
import type { AlertedListing } from '#domain/alert/events.ts';
import type { Filters, SavedListing } from '#domain/user/contract.ts';
import { findListing, standingListings } from './listings.ts';
import { recentFor } from './recent-listings.ts';
import { countWaiting, waitingForReview } from './review.ts';
import type { Fact } from './testing/given.ts';
import { viewsAfter } from './testing/views.ts';
import { findUser, listUsers, membersOf, type UserDoc, type UserList } from './users.ts';
import { countEntries, entriesById, newestEntries } from './workflow-log.ts';

const registered = (userId: string, email = `${userId}@x.com`): Fact => ({
  type: 'UserRegistered',
  data: { userId, email, role: 'none' },
  actor: userId,
});
const filtered = (userId: string, changes: Partial<Filters>): Fact => ({
  type: 'FiltersUpdated',
  data: { userId, changes },
  actor: userId,
});
const deleted = (userId: string): Fact => ({ type: 'UserDeleted', data: { userId }, actor: 'root' });
const found = (listingId: string, title: string): Fact => ({
  type: 'ListingFound',
  data: {
    listingId,
    source: 's',
    externalId: null,
    title,
    price: 45_000,
    details: '',
    link: `https://x.com/${listingId}`,
    imageUrl: '',
    postedAt: null,
    place: { latitude: 42.3, longitude: -83.1, basis: 'zip', zipCode: '48204', city: 'Detroit', state: 'MI' },
    propertyType: 'house',
    reasons: [],
  },
});
const house: AlertedListing = {
  title: 'House',
  price: 45_000,
  details: 'As is.',
  link: 'https://x.com/1',
  imageUrl: '',
  propertyType: 'house',
  city: 'Detroit',
  state: 'MI',
  zipCode: '48204',
};
const alerted = (listingId: string, userId: string, at: string): Fact[] => {
  const member = { userId, miles: 12.4, radius: 50, maxPrice: 54_000, zipCode: '48204' };
  return [
    {
      type: 'AlertsMatched',
      data: { listingId, n: 0, kind: 'new', listing: { ...house, title: listingId }, members: [member] },
    },
    { type: 'AlertsDelivered', data: { listingId, n: 0, channel: 'dashboard', userIds: [userId], at }, actor: 'scout' },
  ];
};
const day = (date: number) => `2026-03-${String(date).padStart(2, '0')}T12:00:00.000Z`;
const ids = ({ users }: UserList) => users.map(({ id }) => id);

describe('listUsers', () => {
  const people = [registered('1', 'Cid@x.com'), registered('2', 'ann@x.com'), registered('3', 'Bea@x.com')];

  it('gives all by e-mail, whatever its case, when nothing is asked', async () => {
    const list = await listUsers(await viewsAfter(people));
    expect(ids(list)).toEqual(['2', '3', '1']);
    expect(list).toMatchObject({ total: 3 });
  });

  it('gives all of more than one page', async () => {
    const many = Array.from({ length: 2_100 }, (_, index) => registered(`u-${index}`));
    const list = await listUsers(await viewsAfter(many));
    expect(new Set(ids(list)).size).toBe(2_100);
    expect(list.total).toBe(2_100);
  });

  it('gives a page, the cursor of the next, and how many there are', async () => {
    const views = await viewsAfter(people);
    const first = await listUsers(views, { limit: 2 });
    expect(ids(first)).toEqual(['2', '3']);
    expect(first.total).toBe(3);
    const second = await listUsers(views, { limit: 2, cursor: first.cursor ?? '' });
    expect(ids(second)).toEqual(['1']);
    expect(second).not.toHaveProperty('cursor');
  });

  it('sorts by any column, with what is not set last in both directions', async () => {
    const views = await viewsAfter([
      ...people,
      filtered('2', { maxPrice: 60_000 }),
      filtered('3', { maxPrice: 9_000 }),
    ]);
    expect(ids(await listUsers(views, { sort: 'maxPrice' }))).toEqual(['3', '2', '1']);
    expect(ids(await listUsers(views, { sort: 'maxPrice', direction: 'desc' }))).toEqual(['2', '3', '1']);
    const [last] = ids(
      await listUsers(await viewsAfter([...people, filtered('2', { includeRawLand: true })]), {
        sort: 'includeRawLand',
        direction: 'desc',
      }),
    );
    expect(last).toBe('2');
  });

  it('leaves out the deleted', async () => {
    const views = await viewsAfter([...people, deleted('3')]);
    expect(ids(await listUsers(views))).toEqual(['2', '1']);
    expect(await findUser(views, '3')).toBeNull();
    expect(await findUser(views, '1')).toMatchObject({ email: 'Cid@x.com' });
  });
});

it('membersOf gives those whose membership is active', async () => {
  const active = (userId: string): Fact => ({ type: 'MembershipActivated', data: { userId } });
  const members: string[] = [];
  for await (const { id } of membersOf(
    await viewsAfter([...['1', '2', '3'].map((id) => registered(id)), active('3'), active('1')]),
  ))
    members.push(id);
  expect(members.sort()).toEqual(['1', '3']);
});

describe('recentFor', () => {
  const saved: SavedListing = {
    title: 'Saved',
    price: '$9k obo',
    details: '',
    link: '',
    imageUrl: '',
    timestamp: day(2),
  };
  const recent = async (...facts: Fact[]) => {
    const views = await viewsAfter([registered('ann'), registered('bea'), ...facts]);
    const user: UserDoc | null = await findUser(views, 'ann');
    return user ? recentFor(views, user) : null;
  };

  it('is empty at first', async () => {
    expect(await recent()).toEqual([]);
  });

  it('gives saved and delivered listings together, newest first', async () => {
    const shown = await recent(
      ...alerted('l-1', 'ann', day(1)),
      ...alerted('l-3', 'ann', day(3)),
      ...alerted('l-4', 'bea', day(4)),
      { type: 'ListingsSaved', data: { userId: 'ann', listings: [saved] } },
    );
    expect(shown?.map(({ title, timestamp, kind }) => [title, timestamp, kind])).toEqual([
      ['l-3', day(3), 'new'],
      ['Saved', day(2), 'saved'],
      ['l-1', day(1), 'new'],
    ]);
    expect(shown?.[0]).toMatchObject({ price: '$45,000', miles: 12.4, details: 'As is.' });
    expect(shown?.[1]).toMatchObject({ price: '$9k obo', miles: null, why: [] });
  });

  it('does not show what was not delivered yet', async () => {
    expect(await recent(...alerted('l-1', 'ann', day(1)).slice(0, 1))).toEqual([]);
  });

  it('gives 15 at most, each under an id of its own', async () => {
    const shown = await recent(
      ...Array.from({ length: 12 }, (_, index) => alerted(`l-${index}`, 'ann', day(index + 1))).flat(),
      { type: 'ListingsSaved', data: { userId: 'ann', listings: Array.from({ length: 9 }, () => saved) } },
    );
    expect(shown).toHaveLength(15);
    expect(new Set(shown?.map(({ id }) => id)).size).toBe(15);
  });
});

describe('the listings that stand', () => {
  const facts: Fact[] = [
    found('l-1', 'First'),
    found('l-2', 'Second'),
    found('l-3', 'Third'),
    { type: 'ListingWithdrawn', data: { listingId: 'l-2', reason: 'Sold' } },
    {
      type: 'ListingReposted',
      data: {
        listingId: 'l-4',
        originalId: 'l-1',
        source: 's',
        externalId: null,
        link: 'https://x.com/4',
        price: 44_000,
      },
    },
  ];

  it('come newest first', async () => {
    const titles: string[] = [];
    for await (const { title } of standingListings(await viewsAfter(facts))) titles.push(title);
    expect(titles).toEqual(['Third', 'First']);
  });

  it('are found by their own id and by that of a repost', async () => {
    const views = await viewsAfter(facts);
    expect(await findListing(views, 'l-1')).toMatchObject({ title: 'First' });
    expect(await findListing(views, 'l-4')).toMatchObject({ id: 'l-1', title: 'First' });
    expect(await findListing(views, 'l-9')).toBeNull();
  });
});

it('the review gives its items newest first, in pages, and counts them', async () => {
  const held = (listingId: string): Fact => ({
    type: 'ListingHeld',
    data: { listingId, source: 's', item: {}, reason: 'No price' },
  });
  const views = await viewsAfter([held('l-1'), held('l-2'), held('l-3')]);
  const first = await waitingForReview(views, { limit: 2 });
  const second = await waitingForReview(views, { limit: 2, cursor: first.cursor ?? '' });
  expect([...first.docs, ...second.docs].map(({ id }) => id)).toEqual(['l-3', 'l-2', 'l-1']);
  expect(await countWaiting(views)).toBe(3);
});

describe('the workflow log', () => {
  const details = async (facts: Fact[]) => {
    const { entries } = await newestEntries(await viewsAfter(facts));
    return entries.map((entry) => entry.details);
  };

  it('reads newest first, with e-mails and titles as they are now', async () => {
    const renamed: Fact = { type: 'EmailChanged', data: { userId: 'ann', email: 'new@x.com' }, actor: 'ann' };
    expect(
      await details([registered('ann'), found('l-1', 'Elm St'), ...alerted('l-1', 'ann', day(1)), renamed]),
    ).toEqual([
      'Email changed to new@x.com',
      'Alert sent to new@x.com: Elm St',
      'New listing: Elm St, $45,000 in Detroit, MI (from s)',
      'new@x.com registered',
    ]);
  });

  it('names nobody who is deleted', async () => {
    expect(await details([registered('ann'), registered('root'), deleted('ann')])).toEqual([
      'User ann deleted by root@x.com',
      'root@x.com registered',
      'a deleted user registered',
    ]);
  });

  it('gives 100 lines unless asked for others, and the rest by the cursor', async () => {
    const views = await viewsAfter(Array.from({ length: 120 }, (_, index) => registered(`u-${index}`)));
    const first = await newestEntries(views);
    const rest = await newestEntries(views, { limit: 50, cursor: first.cursor ?? '' });
    expect([first.entries.length, rest.entries.length]).toEqual([100, 20]);
    expect(first.entries[0]?.userId).toBe('u-119');
    expect(rest.entries.at(-1)?.userId).toBe('u-0');
    expect(rest).not.toHaveProperty('cursor');
    expect(await countEntries(views)).toBe(120);
  });

  it('gives single lines by their ids, in that order', async () => {
    const views = await viewsAfter([registered('ann'), registered('bea')]);
    const entries = await entriesById(views, ['e-2', 'e-9', 'e-1']);
    expect(entries.map(({ id }) => id)).toEqual(['e-2', 'e-1']);
  });
});
