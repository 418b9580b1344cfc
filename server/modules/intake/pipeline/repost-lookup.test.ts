import { describe, expect, it } from 'vitest';
import type { RepostEntry } from '#domain/deduplication/known-listing.ts';
import type { Position } from '#domain/shared/decider.ts';
import { knownListings } from '#projections/known-listings.ts';
import { elmStreet, detroit } from '#projections/testing/example-events.ts';
import { projectView, type Fact } from '#projections/testing/project-view.ts';
import { projectViews } from '#projections/testing/project-views.ts';
import { createRepostLookup } from './repost-lookup.ts';

const entry = (listingId: string, change: Partial<RepostEntry> = {}): RepostEntry => ({
  listingId,
  ...elmStreet,
  title: 'House at 5120 Elm St',
  price: 45_000,
  ...detroit,
  ...change,
});
const found = (listingId: string, title = 'House at 5120 Elm St', imageUrl = ''): Fact => ({
  type: 'ListingFound',
  data: { listingId, ...elmStreet, title, imageUrl, price: 45_000, place: detroit },
});

async function setUp(past: Fact[] = []) {
  const views = await projectViews(past);
  /** The view applies a listing at a position of the log. */
  const apply = (fact: Fact, position: number) => {
    const changes = [...projectView(knownListings, [fact])].map(([id, doc]) => ({
      id,
      doc,
      position: position as Position,
    }));
    return views.apply([{ view: knownListings.view, generation: 'v1', changes, checkpoint: position as Position }]);
  };
  const lookup = createRepostLookup({ views });
  const find = async (one: RepostEntry) => {
    const { read, release } = lookup.prepare([one]);
    const original = (await read())(one);
    release();
    return original?.listingId ?? null;
  };
  return { lookup, find, apply };
}

describe('the lookup of originals', () => {
  it('The lookup of originals finds one in the view', async () => {
    const { find } = await setUp([found('first')]);
    expect(await find(entry('again'))).toBe('first');
    expect(await find(entry('first'))).toBeNull();
    expect(await find(entry('other', { title: 'House at 77 Oak Ave' }))).toBeNull();
  });

  it('The lookup of originals finds one that is being written, and forgets it where that fails', async () => {
    const { lookup, find } = await setUp();
    const { read, release } = lookup.prepare([entry('again')]);
    const findOriginal = await read();
    expect(findOriginal(entry('again'))).toBeNull();
    lookup.add(entry('first'));
    expect(findOriginal(entry('again'))?.listingId).toBe('first');
    expect(await find(entry('again'))).toBe('first');
    lookup.remove('first');
    expect(findOriginal(entry('again'))).toBeNull();
    release();
  });

  it('The lookup of originals takes what this process wrote for what the view has of it, until that has applied it', async () => {
    const { lookup, find, apply } = await setUp([found('first')]);
    lookup.add(entry('first', { title: 'House at 77 Oak Ave' }));
    lookup.settle('first', 3 as Position);
    expect(await find(entry('again'))).toBeNull();
    await apply(found('other', 'House at 9 Pine Rd'), 2);
    expect(await find(entry('again'))).toBeNull();
    await apply(found('another', 'House at 9 Pine Rd'), 3);
    expect(await find(entry('again'))).toBe('first');
  });

  it('The lookup of originals keeps what was written since a lookup began that is still in use', async () => {
    const { lookup, find, apply } = await setUp();
    const early = lookup.prepare([entry('again')]);
    const findOriginal = await early.read();
    lookup.add(entry('first'));
    lookup.settle('first', 1 as Position);
    await apply(found('first'), 1);
    expect(await find(entry('again'))).toBe('first');
    expect(findOriginal(entry('again'))?.listingId).toBe('first');
    early.release();
    await find(entry('again'));
    expect(findOriginal(entry('again'))).toBeNull();
  });

  it('The lookup of originals counts a picture in the view and in what is being written, each listing once', async () => {
    const imageUrl = 'https://images.example/p/00a1b_x9y8z7.jpg';
    const words = { title: 'Cheap fixer with porch', details: 'House, needs everything.', imageUrl };
    const { lookup, find } = await setUp([found('first', 'House with porch', imageUrl)]);
    expect(await find(entry('again', words))).toBe('first');
    lookup.add(entry('first', { title: 'House with porch', imageUrl }));
    lookup.add(entry('far', { title: 'Barn', imageUrl, latitude: 30 }));
    expect(await find(entry('again', words))).toBe('first');
    lookup.add(entry('farther', { title: 'Barn', imageUrl, latitude: 31 }));
    expect(await find(entry('again', words))).toBeNull();
  });
});
