import { describe, expect, it } from 'vitest';
import type { RepostEntry } from './known-listing.ts';
import { createRepostIndex } from './repost-index.ts';
import { findRepostEvidence } from './same-property.ts';

const isRepost = (first: RepostEntry, again: RepostEntry) => findRepostEvidence(first, again) !== null;

const prose =
  'Three bedroom brick bungalow on a quiet block near the park. Inherited from my aunt, needs a roof and some paint, the furnace is two years old. Cash only, sold as is, clear title, quick closing. Call 313-555-0142.';

const listing = (change: Partial<RepostEntry> = {}): RepostEntry => ({
  listingId: 'first',
  title: 'Brick bungalow near the park, needs work',
  details: prose,
  price: 40_000,
  latitude: 42.35,
  longitude: -83.1,
  ...change,
});
const again = (change: Partial<RepostEntry>) => listing({ listingId: 'second', ...change });

describe('a repost', () => {
  it.each<[string, Partial<RepostEntry>]>([
    ['the very same', {}],
    ['shouted', { title: 'BRICK BUNGALOW NEAR THE PARK!!! NEEDS WORK' }],
    [
      'with a price and a reduction in the title',
      { title: '*REDUCED* $38k Brick bungalow near the park, needs work', price: 38_000 },
    ],
    ['under another title', { title: 'Investor special, 3 bed' }],
    [
      'with a sentence more and another telephone',
      { details: `${prose.replace('0142', '0199')} Washer and dryer stay.` },
    ],
    ['with a sentence less', { details: prose.split('. ').slice(1).join('. ') }],
    ['a fifth cheaper', { price: 32_000 }],
    ['a fifth dearer', { price: 48_000 }],
    ['half a mile away', { latitude: 42.357 }],
  ])('A repost is recognized: %s', (_, change) => {
    expect(isRepost(listing(), again(change))).toBe(true);
  });

  it.each<[string, Partial<RepostEntry>]>([
    ['more than a fifth cheaper', { price: 31_999 }],
    ['more than a fifth dearer', { price: 48_001 }],
    ['more than a mile away', { latitude: 42.365 }],
    [
      'of another text',
      {
        title: 'Vacant duplex, new windows',
        details: 'Both units empty, separate meters, fenced yard. Owner retiring, bring an offer.',
      },
    ],
    [
      'with another count of bedrooms',
      { title: '4 bed brick bungalow near the park', details: prose.replace('Three bedroom', '4 bedroom') },
    ],
  ])('A repost is not detected when it is %s', (_, change) => {
    expect(
      isRepost(
        listing({ title: '3 bed brick bungalow near the park' }),
        again({ title: '3 bed brick bungalow near the park', ...change }),
      ),
    ).toBe(false);
  });
});

describe('a shared picture', () => {
  const imageUrl = 'https://images.example/p/00a1b_x9y8z7_600x450.jpg';
  const others = { title: 'Cheap fixer, bring your truck', details: 'Three bedroom brick bungalow, needs everything.' };

  it.each([
    ['at the same host', imageUrl],
    ['at another host', 'http://cdn.example/cache/00a1b_x9y8z7.jpg?token=1'],
    ['in another size', 'https://images.example/p/00a1b_x9y8z7_1200x900.jpg'],
  ])('A shared picture compensates for different words: %s', (_, again_) => {
    expect(isRepost(listing({ imageUrl }), again({ ...others, imageUrl: again_ }))).toBe(true);
    expect(isRepost(listing({ imageUrl }), again(others))).toBe(false);
  });

  it.each<[string, Partial<RepostEntry>]>([
    ['another address', { title: '5120 Maplewood Street' }],
    ['other numbers', { title: 'Lot 14 by the park' }],
    ['wholly other words', { title: 'Acreage with creek', details: 'Wooded, surveyed, power close.' }],
    ['a price too far', { price: 20_000 }],
  ])('A shared picture does not compensate for %s', (_, change) => {
    const first = listing({
      imageUrl,
      title: '5124 Maplewood Street, lot 12',
      details: 'Brick bungalow near the park.',
    });
    expect(isRepost(first, { ...first, listingId: 'second', ...others, ...change })).toBe(false);
  });

  it('A shared picture is identified by its whole URL when its name is generic', () => {
    const at = (path: string) => `https://photos.example/${path}/1.jpg`;
    expect(isRepost(listing({ imageUrl: at('a') }), again({ ...others, imageUrl: at('b') }))).toBe(false);
    expect(isRepost(listing({ imageUrl: at('a') }), again({ ...others, imageUrl: at('a') }))).toBe(true);
  });

  it("A shared picture is no evidence once several listings have it, like a seller's logo", () => {
    const index = createRepostIndex();
    const signs = ['Vacant duplex', 'Corner store', 'Wooded acreage'].map((title, at) =>
      listing({ listingId: `sign ${at}`, title, details: 'Three bedroom offers every week.', imageUrl }),
    );
    for (const sign of signs.slice(0, 2)) index.add(sign);
    const candidate = again({ ...others, imageUrl });
    expect(index.find(candidate)).not.toBeNull();
    for (const sign of signs.slice(2)) index.add(sign);
    expect(index.find(candidate)).toBeNull();
    index.remove('sign 2');
    expect(index.find(candidate)).not.toBeNull();
  });

  it('A shared picture is counted once for a listing that was withdrawn and offered again', () => {
    const index = createRepostIndex();
    const facts = { title: 'Vacant duplex', details: 'Three bedroom offers every week.', imageUrl };
    const signs = ['a', 'b', 'c', 'd'].map((listingId) => listing({ listingId, ...facts }));
    for (const sign of signs) index.add(sign);
    for (const sign of signs.slice(0, 2)) {
      index.retire(sign.listingId);
      index.add(sign);
    }
    expect(index.find(again({ ...others, imageUrl }))).toBeNull();
  });
});

describe('titles without details', () => {
  const bare = (title: string) => listing({ title, details: '' });
  const sameTitles = (a: string, b: string) => isRepost(bare(a), bare(b));

  it.each([
    ['3 bedroom house needs roof', '3 bed house, needs roof!!'],
    ['3/2 ranch on Maple', '3BR 2BA ranch on Maple'],
    ['Tax auction: 5120 Maplewood', 'TAX AUCTION: 5120 MAPLEWOOD'],
    ['5120 Maplewood St', 'Cheap fixer at 5120 Maplewood Street, Detroit'],
    ['Two acres with creek', 'Two acres with creek - price drop'],
    ['Lt 4 Blk 24 Pine St', 'LOT 4, BLOCK 24, PINE STREET'],
  ])('Titles without details are alike: %s / %s', (a, b) => {
    expect(sameTitles(a, b)).toBe(true);
  });

  it.each([
    ['Tax auction: 5120 Maplewood', 'Tax auction: 5124 Maplewood'],
    ['5120 Maplewood, Detroit MI 48209', '5120 Oakdale, Detroit MI 48209'],
    ['5120 Maplewood Ave', '5120 Oakdale Ave'],
    ['1200 E 5th St', '1200 W 5th St'],
    ['Condo at 12 Bay Rd unit 4', 'Condo at 12 Bay Rd unit 5'],
    ['Lot 12 in Pine Hills', 'Lot 14 in Pine Hills'],
    ['5 acres with pond', '20 acres with pond'],
    ['0.25 acre lot', '0.5 acre lot'],
    ['3 bed house', '4 bed house'],
    ['House with pool', 'Vacant lot by the river'],
    ['2008 double wide', '1998 double wide'],
    ['Lt 4 Blk 24 Pine St', 'Lt 3 Blk 24 Pine St'],
    ['Lot on Pine St, parcel 16025188.003.', 'Lot on Pine St, parcel 16025188.004L.'],
    ['Lot on Pine St, parcel 16025188003', 'Lot on Pine St, parcel 16025188004'],
    ['For sale', 'For sale!'],
    ['House, must sell', 'House, must sell'],
    ['Vacant lot on Pine St by the creek', 'Vacant lot on Oak St by the creek'],
    ['Wholesale deal, ARV $110k', 'Wholesale deal, ARV $95k'],
  ])('Titles without details are different: %s / %s', (a, b) => {
    expect(sameTitles(a, b)).toBe(false);
  });

  it('Titles without details must be specific when only one of the two has details', () => {
    expect(isRepost(listing({ title: 'House' }), again({ title: 'House', details: '' }))).toBe(false);
    expect(isRepost(listing(), again({ details: '' }))).toBe(true);
  });
});

describe('the repost index', () => {
  it('The repost index compares every price within a fifth, in any price band', () => {
    for (const price of [1, 2, 99, 1000, 12_345, 54_000, 149_999, 9_999_999]) {
      const index = createRepostIndex();
      index.add(listing({ price }));
      for (const other of [Math.ceil(price * 0.8), price, Math.floor(price * 1.2)])
        expect(index.find(again({ price: other }))?.listingId, `${price} and ${other}`).toBe('first');
      for (const other of [Math.floor(price * 0.79), Math.ceil(price * 1.21)])
        expect(index.find(again({ price: other })) !== null, `${price} and ${other}`).toBe(
          isRepost(listing({ price }), again({ price: other })),
        );
    }
  });

  it('The repost index finds the original of a repost, and forgets removed listings', () => {
    const index = createRepostIndex();
    index.add(listing());
    index.add(listing({ listingId: 'far', latitude: 43 }));
    expect(index.find(again({}))?.listingId).toBe('first');
    index.remove('first');
    index.remove('never seen');
    expect(index.find(again({}))).toBeNull();
  });

  it('The repost index never returns a listing as its own repost', () => {
    const index = createRepostIndex();
    index.add(listing());
    expect(index.find(listing({ price: 39_000 }))).toBeNull();
  });

  it('The repost index uses the latest price and place of a listing', () => {
    const index = createRepostIndex();
    index.add(listing());
    index.add(listing({ price: 20_000 }));
    expect(index.find(again({}))).toBeNull();
    expect(index.find(again({ price: 21_000 }))?.listingId).toBe('first');
  });

  it('The repost index prefers the most similar listing', () => {
    const index = createRepostIndex();
    index.add(
      listing({
        listingId: 'akin',
        title: 'Bungalow near the park',
        details: `${prose} Corner lot with a garage and an old shed behind it.`,
      }),
    );
    index.add(listing());
    expect(index.find(again({}))?.listingId).toBe('first');
  });

  it('The repost index distinguishes thousands of neighbors in an auction list', () => {
    const index = createRepostIndex();
    const streets = ['Maplewood', 'Oakdale', 'Birchwood', 'Elmhurst', 'Cedar'];
    const rows = streets.flatMap((street) =>
      Array.from({ length: 600 }, (_, step) => ({
        listingId: `${street} ${step}`,
        title: `Tax auction: ${5000 + 4 * step} ${street}`,
      })),
    );
    for (const row of rows) {
      const entry = listing({ ...row, details: 'Starting bid of the county auction', price: 5000 });
      expect(index.find(entry)).toBeNull();
      index.add(entry);
    }
    expect(
      index.find(
        again({ title: 'Tax auction: 5040 Cedar', details: 'Starting bid of the county auction', price: 5000 }),
      )?.listingId,
    ).toBe('Cedar 10');
  });
});

describe('an inactive listing', () => {
  it('An inactive listing is still recognized, with lower priority than active listings', () => {
    const index = createRepostIndex();
    index.add(listing());
    index.retire('first');
    expect(index.find(again({ listingId: 'third' }))?.listingId).toBe('first');
    index.add(again({ title: 'Bungalow by the park, needs some work' }));
    expect(index.find(listing({ listingId: 'third' }))?.listingId).toBe('second');
    index.add(listing());
    expect(index.find(listing({ listingId: 'third' }))?.listingId).toBe('first');
    index.remove('first');
    index.remove('second');
    expect(index.find(listing({ listingId: 'third' }))).toBeNull();
  });
});
