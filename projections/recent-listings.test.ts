import { describe, expect, it } from 'vitest';
import type { SavedListing } from '#domain/user/contract.ts';
import { listRecentListings, recentListings } from './recent-listings.ts';
import { toMarchNoon, alertsDelivered, matchFigures, alertsMatched, userRegistered } from './testing/example-events.ts';
import { type Fact, projectView } from './testing/project-view.ts';
import { projectViews } from './testing/project-views.ts';
import { findUser } from './users.ts';

const after = (...facts: Fact[]) => projectView(recentListings, [userRegistered('a'), userRegistered('b'), ...facts]);

describe('the recent listings of a member', () => {
  it('The recent listings of a member are empty at first, and while an alert waits', () => {
    expect(after(alertsMatched('l-1', 0, 'a')).get('a')).toEqual({ id: 'a', sent: [] });
  });

  it('The recent listings of a member are those that were delivered', () => {
    const docs = after(alertsMatched('l-1', 0, 'a', 'b'), alertsDelivered('l-1', 0, toMarchNoon(2), 'b'));
    expect(docs.get('a')).toEqual({ id: 'a', sent: [] });
    const sent = [{ listingId: 'l-1', n: 0, ...matchFigures, sentAt: toMarchNoon(2) }];
    expect(docs.get('b')).toEqual({ id: 'b', sent });
  });

  it('The recent listings of a member are sorted newest first, the later delivered first at the same time', () => {
    const ids = ['l-1', 'l-2', 'l-3'];
    const doc = after(
      ...ids.map((id) => alertsMatched(id, 0, 'a')),
      alertsDelivered('l-1', 0, toMarchNoon(3), 'a'),
      alertsDelivered('l-2', 0, toMarchNoon(2), 'a'),
      alertsDelivered('l-3', 0, toMarchNoon(3), 'a'),
    ).get('a');
    expect(doc?.sent.map(({ listingId }) => listingId)).toEqual(['l-3', 'l-1', 'l-2']);
  });

  it('The recent listings of a member are the newest 15', () => {
    const facts = Array.from({ length: 20 }, (_, index) => [
      alertsMatched(`l-${index}`, 0, 'a'),
      alertsDelivered(`l-${index}`, 0, toMarchNoon(index + 1), 'a'),
    ]);
    const doc = after(...facts.flat()).get('a');
    expect(doc?.sent).toHaveLength(15);
    expect(doc?.sent[0]?.listingId).toBe('l-19');
  });

  it('The recent listings of a member distinguish a price drop from the first alert of a listing', () => {
    const doc = after(
      alertsMatched('l-1', 0, 'a'),
      alertsMatched('l-1', 1, 'a'),
      alertsDelivered('l-1', 1, toMarchNoon(2), 'a'),
    ).get('a');
    expect(doc?.sent.map(({ n }) => n)).toEqual([1]);
  });

  it('The recent listings of a member are deleted with the user, and do not come back', () => {
    const docs = after(
      alertsMatched('l-1', 0, 'a', 'b'),
      { type: 'UserDeleted', data: { userId: 'a' } },
      alertsDelivered('l-1', 0, toMarchNoon(2), 'a', 'b'),
      alertsMatched('l-2', 0, 'a', 'b'),
    );
    expect([...docs.keys()]).toEqual(['b']);
    expect(docs.get('b')).toMatchObject({ sent: [{ listingId: 'l-1' }] });
  });
});

describe('recentFor', () => {
  const sent = (listingId: string, userId: string, at: string): Fact[] => [
    alertsMatched(listingId, 0, userId),
    alertsDelivered(listingId, 0, at, userId),
  ];
  const saved: SavedListing = {
    title: 'Saved',
    price: '$9k obo',
    details: '',
    link: '',
    imageUrl: '',
    timestamp: toMarchNoon(2),
  };
  const recent = async (...facts: Fact[]) => {
    const views = await projectViews([userRegistered('ann'), userRegistered('bea'), ...facts]);
    const user = await findUser(views, 'ann');
    return user ? listRecentListings(views, user) : null;
  };

  it('The function recentFor is empty at first', async () => {
    expect(await recent()).toEqual([]);
  });

  it('The function recentFor returns saved and delivered listings together, newest first', async () => {
    const shown = await recent(
      ...sent('l-1', 'ann', toMarchNoon(1)),
      ...sent('l-3', 'ann', toMarchNoon(3)),
      ...sent('l-4', 'bea', toMarchNoon(4)),
      { type: 'ListingsSaved', data: { userId: 'ann', listings: [saved] } },
    );
    expect(shown?.map(({ id, sentAt, kind }) => [id, sentAt, kind])).toEqual([
      ['l-3', toMarchNoon(3), 'new'],
      [expect.stringContaining('saved'), toMarchNoon(2), 'saved'],
      ['l-1', toMarchNoon(1), 'new'],
    ]);
    expect(shown?.[0]).toMatchObject({ price: 45_000, priceText: '$45,000', miles: 12.4, details: 'As is.' });
    expect(shown?.[1]).toMatchObject({ price: 9000, priceText: '$9k obo', miles: null, why: [] });
  });

  it('The function recentFor leaves out undelivered alerts', async () => {
    expect(await recent(alertsMatched('l-1', 0, 'ann'))).toEqual([]);
  });

  it('The function recentFor returns at most 15, each with an id of its own', async () => {
    const shown = await recent(
      ...Array.from({ length: 12 }, (_, index) => sent(`l-${index}`, 'ann', toMarchNoon(index + 1))).flat(),
      { type: 'ListingsSaved', data: { userId: 'ann', listings: Array.from({ length: 9 }, () => saved) } },
    );
    expect(shown).toHaveLength(15);
    expect(new Set(shown?.map(({ id }) => id)).size).toBe(15);
  });
});
