import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';
import { describeExamples } from './testing/examples.ts';

describeExamples('any dwelling that is neither mobile nor tiny is a house', [
  ['house', 'House for sale, needs a roof', 24_000],
  ['house', '3 bed 1 bath brick ranch', 38_000],
  ['house', '3BR/2BA, 1,450 sqft, cash only', 41_500],
  ['house', 'Cute 4/2 near the river', 62_000],
  ['house', 'Duplex, both sides rented for $700', 89_000],
  ['house', 'Handyman special', 12_500],
  ['house', 'Condo on the lake', 99_000],
  ['house', 'Old farmhouse on 12 acres', 110_000],
  ['house', 'Log cabin with 3 acres', 75_000],
  ['house', 'Home with acreage', 140_000],
  ['house', 'House on large lot', 45_000],
  ['house', 'House and two lots', 45_000],
  ['house', 'Modular home on permanent foundation', 88_000],
  ['house', 'Apartment building, 6 units', 150_000],
  ['house', 'Fourplex for investors', 149_000],
  ['house', 'Inherited home, must sell fast', 30_000],
  ['house', "Grandma's place", 35_000, 'Three bedrooms, one bath, full basement. Needs work.'],
  ['house', 'Great deal in Toledo', 29_900, '3 bed 1 bath house, sold as is.'],
  ['house', '40 acres', 120_000, 'Comes with a 3 bedroom 2 bath home built in 1962.'],
  ['house', 'Fixer upper, land contract possible', 19_000],
  ['house', 'Vacant house in Gary', 9_500],
  ['house', 'House with RV parking and a shed', 55_000],
  ['house', 'Home with tractor and hot tub included', 85_000],
  ['house', 'Not a mobile home! 3 bed block house', 64_000],
  ['house', 'Bungalow on corner lot', 22_000],
  ['house', 'Casa en venta', 35_000],
  ['house', 'Rent to own 3 bed house', 45_000],
  ['house', 'Fixer in Akron', 19_500, 'Both units of this two family are empty. New roof in 2019.'],
  ['house', 'Wholesale deal', 42_000, '3 bed / 1 bath / 1,100 sqft. ARV $110k, repairs 30k. Cash or hard money.'],
  ['house', '3 homes for one price', 90_000],
  ['house', 'SFR 3/2 Cleveland 44105', 31_000],
  ['house', 'A-frame in the woods', 55_000],
  ['house', 'Ranch style home on double lot', 52_000],
  ['house', 'Nice place in the country', 85_000, 'Three bedroom house, pole barn, five acres.'],
  ['house', 'Home for sale', 64_000, 'Close to a mobile home park. Beautiful 3 bedroom home, garage, basement.'],
]);

describeExamples('mobile homes', [
  ['mobile home', 'Mobile home for sale, must be moved', 8500],
  ['mobile home', '1998 double wide', 18_000],
  ['mobile home', 'Doublewide on 2 acres', 49_000],
  ['mobile home', 'Single-wide 14x70, 3 bed 2 bath', 12_000],
  ['mobile home', '3 bedroom 2 bath 28x56', 44_000],
  ['mobile home', 'Manufactured home in 55+ park', 35_000],
  ['mobile home', 'Land with mobile home', 32_000],
  ['mobile home', 'Mobile home with land, 1.5 acres', 32_000],
  ['mobile home', '2 bed 1 bath trailer in quiet park', 6500],
  ['mobile home', 'Trailer on half an acre', 15_000],
  ['mobile home', 'House trailer, cash', 5000],
  ['mobile home', '3 bed home, needs TLC', 21_000, '1994 double wide on a rented lot.'],
  ['mobile home', 'Mobile home, lot rent $350', 14_000],
  ['mobile home', 'Mobile-home needs work', 3000],
  ['mobile home', '16x80 in Shady Acres park, needs floors', 7500],
  ['mobile home', '2br MH on its own lot', 17_000],
  ['mobile home', 'Se vende casa movil', 9000],
  ['mobile home', '1985 14x70 Fleetwood', 4500, 'Two bedroom. Needs floors. You move.'],
  ['mobile home', '1999 Oakwood 28x60 3/2', 21_000],
  ['mobile home', 'Cheap home in 55+ community', 16_000, 'Nice single wide, 2 bedrooms, carport, lot rent 400.'],
  ['mobile home', 'Handyman special trailer', 3000, '2 bed 1 bath trailer in Shady Oaks park, title in hand.'],
  ['mobile home', 'Mobile home and 3 lots', 33_000],
  ['mobile home', 'Mobile home with storage shed', 12_000],
]);

describeExamples('raw land', [
  ['raw land', 'Vacant lot', 4000],
  ['raw land', '5 acres, wooded, creek', 25_000],
  ['raw land', '0.25 acre lot near the lake', 6000],
  ['raw land', 'Land for sale by owner', 12_000],
  ['raw land', 'Mobile home lot with septic and well', 14_000],
  ['raw land', 'Home site with power at the street', 17_500],
  ['raw land', 'Build your dream home here! 2 acres', 30_000],
  ['raw land', '10 acres, no mobile homes allowed', 50_000],
  ['raw land', '3 acres, mobile homes ok', 21_000],
  ['raw land', 'Tiny home friendly land', 9000],
  ['raw land', 'RV lot with full hookups', 19_000],
  ['raw land', 'Lot next to brick house', 3000],
  ['raw land', 'Two residential lots', 8000],
  ['raw land', 'Corner lot, old house was demolished', 5000],
  ['raw land', '80 acre hunting tract', 149_000],
  ['raw land', 'Great investment', 8000, 'Vacant land, 0.4 acres, perfect for a mobile home or a cabin.'],
  ['raw land', 'Owner financing $150/mo, 1 acre in Costilla County', 6500],
  ['raw land', 'Commercial lot on Main Street', 60_000],
  ['raw land', '1 acre with well and septic, ready for mobile home', 16_000],
  ['raw land', 'Terreno en venta', 11_000],
  ['raw land', 'Two adjoining lots, house burned down', 6000],
  ['raw land', 'Land for mobile home', 11_000],
  ['raw land', 'Beautiful mountain property', 39_000, '12 acres, creek, and a level build site for your cabin.'],
  ['raw land', '0.23 ac Lot 5 Block 3 Cherokee Village', 1200],
  ['raw land', 'Vacant land next door to duplex', 2500],
]);

describeExamples('tiny homes', [
  ['tiny home', 'Tiny house on wheels', 28_000],
  ['tiny home', 'Tiny home, 320 sq ft, with lot', 39_000],
  ['tiny home', 'THOW for sale, 24 ft', 33_000],
  ['tiny home', 'Shed converted to tiny home', 15_000],
  ['tiny home', 'Park model in gated resort', 30_000],
]);

describeExamples("an assessor's code", [
  ['house', 'Tax sale: 12 Pine St', 900, '104 - Residential 4 Family. Lot 7. Acreage 0.1'],
  ['house', 'Tax sale: 12 Pine St', 900, '211 - Apartment-Garden (1-3 stories). Lot 7.'],
  ['raw land', 'Tax sale: Pine St', 300, '300 - Vacant Commercial Land. 0.3 ac'],
  ['mobile home', 'Tax sale: 0.9 ac', 400, '108 - Mobile Home. 0.9 ac near the church'],
  ['review', 'Tax sale: 12 Pine St', 900, '105 - Mixed Residential/Commercial. Lot 7. Acreage 0.1'],
  ['review', 'Tax sale: Pine St', 900, '109 - Auxiliary Improvement. Lot 7. Acreage 0.1'],
  ['review', 'Tax sale: Pine St', 900, '321 - Restaurant. 1.4 ac'],
  ['raw land', 'Vacant land, 34 acres on Church Street', 33_000, '34 acres at 634 Church Street, power at the road.'],
]);

describeExamples('a street address is a house unless the text says otherwise', [
  ['house', '5120 Maplewood, Detroit MI 48209', 2400],
  ['house', '5120 MAPLEWOOD', 8100],
  ['house', 'Tax auction: 5120 Maplewood', 900],
  ['house', '77 N 5th St, Hamtramck, MI 48212', 31_000],
  ['house', '1204 Log Cabin Rd, Macon, GA', 2000],
  ['house', '2316 Ford, Flint MI 48503', 6000],
  ['house', '12-14 Kings Ct, Troy NY', 75_000],
  ['raw land', 'Vacant lot at 5120 Maplewood, Detroit MI 48209', 900],
  ['raw land', '5120 Maplewood, Detroit MI 48209', 900, '100 - Residential Vacant'],
  ['mobile home', '88 County Road 12', 1500, '108 - Mobile Home'],
  ['review', '5120 MAPLEWOOD', 1100],
  ['review', '300 Main St', 45_000, 'Office building, two floors'],
]);

describe('the verdict of the classifier', () => {
  const details = 'Inherited from our mother. No liens, but back taxes. Needs a new roof. Sold as-is, cash only.';

  it('The classifier names the type and the off-market signals, each with words quoted from the text', () => {
    const verdict = classify({ title: '3 bed HOUSE, must sell', details, price: 30_000 });
    expect(verdict).toEqual({
      verdict: 'match',
      propertyType: 'house',
      reasons: [
        { says: 'House', quote: 'HOUSE' },
        { says: 'Inherited', quote: 'Inherited' },
        { says: 'As-is', quote: 'Sold as-is' },
        { says: 'Back taxes', quote: 'back taxes' },
        { says: 'Cash only', quote: 'cash only' },
        { says: 'Needs work', quote: 'Needs a new roof' },
        { says: 'Quick sale', quote: 'must sell' },
      ],
    });
  });

  it('The classifier quotes an address as it is written, even across a line break', () => {
    const { reasons } = classify({ title: '5120 MAPLE\nWOOD, DETROIT MI 48209', details: '', price: 2000 });
    expect(reasons).toEqual([{ says: 'House at a street address', quote: '5120 MAPLE\nWOOD, DETROIT MI 48209' }]);
  });

  it('The classifier gives the reason of a rejection or a doubt as a sentence', () => {
    expect(classify({ title: 'House for rent', details: '', price: 900 })).toEqual({
      verdict: 'reject',
      reason: 'It is for rent, not for sale',
      reasons: [{ says: 'For rent', quote: 'for rent' }],
    });
    expect(classify({ title: 'Great opportunity', details: '', price: 20_000 })).toMatchObject({
      verdict: 'review',
      reason: 'Nothing in it says whether this is a house, a mobile home, land or a tiny home',
    });
  });

  const pieces = [
    'House',
    'mobile  home',
    'FOR RENT',
    'no liens',
    '2.5 acres',
    'as is',
    '\n',
    'tiny-home',
    '3/2',
    '$900/mo',
    '12 Oak St',
    'İnherited',
    '🏠',
    'heir’s',
    'camper',
    'lot of',
  ];
  it('The classifier quotes literally from any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), fc.array(fc.constantFrom(...pieces)), (title, rest) => {
        const listing = { title: title.join(' '), details: rest.join(' '), price: 20_000 };
        for (const { quote } of classify(listing).reasons) {
          expect(quote).not.toBe('');
          expect(`${listing.title}\n${listing.details}`).toContain(quote);
        }
      }),
      { numRuns: 2000, seed: 11 },
    );
  });

  it('The classifier reads a long hostile text quickly', () => {
    for (const piece of ['a, ', 'for a ', 'house or ', '1,', '$', 'near the '])
      expect(classify({ title: piece.repeat(100), details: piece.repeat(6000), price: 20_000 }).verdict).toBeDefined();
  });
});
