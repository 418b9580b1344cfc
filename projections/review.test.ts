import { describe, expect, it } from 'vitest';
import { countReviewItems, review, listReviewItems } from './review.ts';
import { listingFound } from './testing/example-events.ts';
import { type Fact, projectView } from './testing/project-view.ts';
import { projectViews } from './testing/project-views.ts';

const createHeld = (listingId: string, reason = 'No price'): Fact => ({
  type: 'ListingHeld',
  data: { listingId, source: 's', item: { title: 'House' }, reason },
});
const reposted: Fact = {
  type: 'ListingReposted',
  data: {
    listingId: 'l-2',
    originalId: 'l-1',
    source: 's',
    externalId: null,
    link: 'https://x.com/18',
    price: 45_000,
    evidence: { by: 'parcel', quote: '21045331' },
  },
};
const rejected: Fact = { type: 'ListingRejected', data: { listingId: 'l-2', title: 'House' }, actor: 'root' };
const dismissed: Fact = { type: 'ListingWithdrawn', data: { listingId: 'l-2', reason: 'No property' } };

describe('the review', () => {
  const after = (...past: Fact[]) => projectView(review, past);

  it('The review holds an item as it came, with the reason', () => {
    expect(after(createHeld('l-1')).get('l-1')).toEqual({
      id: 'l-1',
      source: 's',
      item: { title: 'House' },
      reason: 'No price',
      position: 1,
      heldAt: '2026-03-01T12:00:00.000Z',
    });
  });

  it('The review holds the latest version of an item that came again', () => {
    expect(after(createHeld('l-1'), createHeld('l-1', 'No place')).get('l-1')).toMatchObject({
      reason: 'No place',
      position: 2,
    });
  });

  it.each([
    ['found', listingFound('l-2', 45_000)],
    ['recognised as a repost', reposted],
    ['dismissed', dismissed],
    ['rejected', rejected],
  ])('The review removes an item that was %s', (_how, fact) => {
    expect([...after(createHeld('l-2'), createHeld('l-3'), fact).keys()]).toEqual(['l-3']);
  });
});

it('The review list returns its items newest first, in pages, and counts them', async () => {
  const views = await projectViews([createHeld('l-1'), createHeld('l-2'), createHeld('l-3')]);
  const first = await listReviewItems(views, { limit: 2 });
  const second = await listReviewItems(views, { limit: 2, cursor: first.cursor ?? '' });
  expect([...first.docs, ...second.docs].map(({ id }) => id)).toEqual(['l-3', 'l-2', 'l-1']);
  expect(await countReviewItems(views)).toBe(3);
});
