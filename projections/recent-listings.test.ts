import { describe, expect, it } from 'vitest';
import type { AlertedListing, MatchedMember } from '#domain/alert/events.ts';
import { recentListings } from './recent-listings.ts';
import { type Fact, viewAfter } from './testing/given.ts';

const listing: AlertedListing = {
  title: 'House',
  price: 45_000,
  details: '',
  link: 'https://x.com/1',
  imageUrl: '',
  propertyType: 'house',
  city: 'Detroit',
  state: 'MI',
  zipCode: '48204',
};
const figures = { miles: 12.4, radius: 50, maxPrice: 54_000, zipCode: '48204' };
const member = (userId: string): MatchedMember => ({ userId, ...figures });
const registered = (userId: string): Fact => ({
  type: 'UserRegistered',
  data: { userId, email: `${userId}@x.com`, role: 'none' },
});
const matched = (listingId: string, n: number, ...userIds: string[]): Fact => ({
  type: 'AlertsMatched',
  data: { listingId, n, kind: n === 0 ? 'new' : 'price drop', listing, members: userIds.map(member) },
});
const delivered = (listingId: string, n: number, at: string, ...userIds: string[]): Fact => ({
  type: 'AlertsDelivered',
  data: { listingId, n, channel: 'dashboard', userIds, at },
});
const day = (date: number) => `2026-03-${String(date).padStart(2, '0')}T12:00:00.000Z`;
const after = (...facts: Fact[]) => viewAfter(recentListings, [registered('a'), registered('b'), ...facts]);

describe('the recent listings of a member', () => {
  it('are empty at first', () => {
    expect(after().get('a')).toEqual({ id: 'a', waiting: [], sent: [] });
  });

  it('wait from the match to the delivery', () => {
    const docs = after(matched('l-1', 0, 'a', 'b'), delivered('l-1', 0, day(2), 'b'));
    expect(docs.get('a')).toEqual({ id: 'a', waiting: [{ listingId: 'l-1', n: 0, ...figures }], sent: [] });
    expect(docs.get('b')).toEqual({
      id: 'b',
      waiting: [],
      sent: [{ listingId: 'l-1', n: 0, ...figures, sentAt: day(2) }],
    });
  });

  it('stand newest first, the later delivered first at the same time', () => {
    const ids = ['l-1', 'l-2', 'l-3'];
    const doc = after(
      ...ids.map((id) => matched(id, 0, 'a')),
      delivered('l-1', 0, day(3), 'a'),
      delivered('l-2', 0, day(2), 'a'),
      delivered('l-3', 0, day(3), 'a'),
    ).get('a');
    expect(doc?.sent.map(({ listingId }) => listingId)).toEqual(['l-3', 'l-1', 'l-2']);
  });

  it('are the newest 15', () => {
    const facts = Array.from({ length: 20 }, (_, index) => [
      matched(`l-${index}`, 0, 'a'),
      delivered(`l-${index}`, 0, day(index + 1), 'a'),
    ]);
    const doc = after(...facts.flat()).get('a');
    expect(doc?.sent).toHaveLength(15);
    expect(doc?.sent[0]?.listingId).toBe('l-19');
    expect(doc?.waiting).toEqual([]);
  });

  it('tell a price drop from the first alert of a listing', () => {
    const doc = after(matched('l-1', 0, 'a'), matched('l-1', 1, 'a'), delivered('l-1', 1, day(2), 'a')).get('a');
    expect(doc?.sent.map(({ n }) => n)).toEqual([1]);
    expect(doc?.waiting.map(({ n }) => n)).toEqual([0]);
  });

  it('take a delivery once, and none without a match', () => {
    const twice = after(matched('l-1', 0, 'a'), delivered('l-1', 0, day(2), 'a'), delivered('l-1', 0, day(3), 'a'));
    expect(twice.get('a')?.sent.map(({ sentAt }) => sentAt)).toEqual([day(2)]);
    expect(after(delivered('l-1', 0, day(2), 'a')).get('a')?.sent).toEqual([]);
  });

  it('go with the user, and do not come back', () => {
    const docs = after(
      matched('l-1', 0, 'a', 'b'),
      { type: 'UserDeleted', data: { userId: 'a' } },
      delivered('l-1', 0, day(2), 'a', 'b'),
      matched('l-2', 0, 'a', 'b'),
    );
    expect([...docs.keys()]).toEqual(['b']);
    expect(docs.get('b')).toMatchObject({ waiting: [{ listingId: 'l-2' }], sent: [{ listingId: 'l-1' }] });
  });
});
