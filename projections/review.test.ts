import { describe, expect, it } from 'vitest';
import { countReviewItems, review, listReviewItems } from './review.ts';
import { listingFound, listingHeld, listingReposted } from './testing/example-events.ts';
import { type Fact, projectView } from './testing/project-view.ts';
import { projectViews } from './testing/project-views.ts';

const rejected: Fact = { type: 'ListingRejected', data: { listingId: 'l-2', title: 'House' }, actor: 'root' };
const dismissed: Fact = { type: 'ListingWithdrawn', data: { listingId: 'l-2', reason: 'No property' } };

describe('the review', () => {
  const after = (...past: Fact[]) => projectView(review, past);

  it('The review holds an item as it came, with the reason', () => {
    expect(after(listingHeld('l-1')).get('l-1')).toEqual({
      id: 'l-1',
      source: 's',
      item: { title: 'House' },
      reason: 'No price',
      position: 1,
      heldAt: '2026-03-01T12:00:00.000Z',
    });
  });

  it('The review holds the latest version of an item that came again', () => {
    expect(after(listingHeld('l-1'), listingHeld('l-1', 'No place')).get('l-1')).toMatchObject({
      reason: 'No place',
      position: 2,
    });
  });

  it.each([
    ['found', listingFound('l-2', 45_000)],
    ['recognised as a repost', listingReposted('l-2')],
    ['dismissed', dismissed],
    ['rejected', rejected],
  ])('The review removes an item that was %s', (_how, fact) => {
    expect([...after(listingHeld('l-2'), listingHeld('l-3'), fact).keys()]).toEqual(['l-3']);
  });
});

it('The review list returns its items newest first, in pages, and counts them', async () => {
  const views = await projectViews([listingHeld('l-1'), listingHeld('l-2'), listingHeld('l-3')]);
  const first = await listReviewItems(views, { limit: 2 });
  const second = await listReviewItems(views, { limit: 2, cursor: first.cursor ?? '' });
  expect([...first.docs, ...second.docs].map(({ id }) => id)).toEqual(['l-3', 'l-2', 'l-1']);
  expect(await countReviewItems(views)).toBe(3);
});
