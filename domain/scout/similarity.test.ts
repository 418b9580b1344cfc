import { describe, expect, it } from 'vitest';
import { isRepost, type RepostEntry, repostIndex } from './similarity.ts';

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
  ])('is recognised: %s', (_, change) => {
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
  ])('is not taken for one: %s', (_, change) => {
    expect(
      isRepost(
        listing({ title: '3 bed brick bungalow near the park' }),
        again({ title: '3 bed brick bungalow near the park', ...change }),
      ),
    ).toBe(false);
  });
});

describe('titles alone', () => {
  const bare = (title: string) => listing({ title, details: '' });
  const sameTitles = (a: string, b: string) => isRepost(bare(a), bare(b));

  it.each([
    ['3 bedroom house needs roof', '3 bed house, needs roof!!'],
    ['3/2 ranch on Maple', '3BR 2BA ranch on Maple'],
    ['Tax auction: 5120 Maplewood', 'TAX AUCTION: 5120 MAPLEWOOD'],
    ['5120 Maplewood St', 'Cheap fixer at 5120 Maplewood Street, Detroit'],
    ['Two acres with creek', 'Two acres with creek - price drop'],
    ['For sale', 'For sale!'],
  ])('are alike: %s / %s', (a, b) => {
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
  ])('are different: %s / %s', (a, b) => {
    expect(sameTitles(a, b)).toBe(false);
  });

  it('need to say something when only one of the two has details', () => {
    expect(isRepost(listing({ title: 'House' }), again({ title: 'House', details: '' }))).toBe(false);
    expect(isRepost(listing(), again({ details: '' }))).toBe(true);
  });
});

describe('the index of what is known', () => {
  it('finds the listing that a new one repeats, and forgets what was removed', () => {
    const index = repostIndex();
    index.add(listing());
    index.add(listing({ listingId: 'far', latitude: 43 }));
    expect(index.find(again({}))).toBe('first');
    index.remove('first');
    index.remove('never seen');
    expect(index.find(again({}))).toBeNull();
  });

  it('never takes a listing for its own repost', () => {
    const index = repostIndex();
    index.add(listing());
    expect(index.find(listing({ price: 39_000 }))).toBeNull();
  });

  it('knows a listing at its latest price and place', () => {
    const index = repostIndex();
    index.add(listing());
    index.add(listing({ price: 20_000 }));
    expect(index.find(again({}))).toBeNull();
    expect(index.find(again({ price: 21_000 }))).toBe('first');
  });

  it('prefers the one that is most alike', () => {
    const index = repostIndex();
    index.add(
      listing({
        listingId: 'akin',
        title: 'Bungalow near the park',
        details: `${prose} Corner lot with a garage and an old shed behind it.`,
      }),
    );
    index.add(listing());
    expect(index.find(again({}))).toBe('first');
  });

  it('tells thousands of neighbours of an auction list apart', () => {
    const index = repostIndex();
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
      ),
    ).toBe('Cedar 10');
  });
});
