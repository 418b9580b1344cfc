import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

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
      fc.property(fc.array(fc.constantFrom(...pieces)), fc.array(fc.constantFrom(...pieces)), (title, words) => {
        const listing = { title: title.join(' '), details: words.join(' '), price: 20_000 };
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

  it('The type that a source states outranks the words, and decides where there are none', () => {
    const listing = { title: '14 Quail Run', details: '3 bed 2 bath', price: 22_000 };
    expect(classify(listing)).toMatchObject({ propertyType: 'house' });
    expect(classify({ ...listing, propertyType: 'MHPK' })).toMatchObject({ propertyType: 'mobile home' });
    expect(classify({ title: 'Elm St', details: '', price: 1500, propertyType: 'RES VAC' })).toMatchObject({
      propertyType: 'raw land',
    });
  });

  it('A person decides where the words contradict the type that the source states', () => {
    const listing = { title: 'Single wide mobile home', details: '', price: 14_000, propertyType: 'Single Family' };
    expect(classify(listing)).toMatchObject({
      verdict: 'review',
      reason: 'Its words contradict the type that its source states',
      reasons: [{ says: 'Mobile home', quote: 'Single wide mobile' }],
    });
  });

  it('A stated type makes no rental and no sold property an offer', () => {
    const rental = { title: 'House for rent', details: 'one year lease, deposit', price: 900, propertyType: 'house' };
    expect(classify(rental).verdict).toBe('reject');
    expect(classify({ title: 'SOLD: 5 acres', details: '', price: 9000, propertyType: 'land' }).verdict).toBe('reject');
  });

  it.each([
    ['a dwelling', { title: 'Old barn conversion', details: 'lot 12, acreage 0.2', propertyType: 'house' }, 'match'],
    ['a dwelling', { title: 'HOLLOW RD', details: 'Acreage 0.75', propertyType: '108 - Mobile Home' }, 'match'],
    ['vacant land', { title: 'Vacant lot, no structures', details: '', propertyType: 'house' }, 'review'],
  ])('The words for a lot contradict a stated dwelling only where nothing is built: %s', (_what, listing, verdict) => {
    expect(classify({ ...listing, price: 9000 }).verdict).toBe(verdict);
  });

  it('The appliances of a stated home are no goods for sale, unless the title offers them', () => {
    const details = 'Mitsubishi heat pump, Bosch refrigerator, dry cleaners around the corner, dishwasher';
    const listing = { details, price: 300_000, propertyType: 'house' };
    expect(classify({ ...listing, title: '' }).verdict).toBe('match');
    expect(classify({ ...listing, title: 'Used refrigerator', details: 'oak cabinet', price: 200 }).verdict).toBe(
      'reject',
    );
  });
});

describe('the price of an offer', () => {
  const verdictOf = (title: string, price: number, details = '') => {
    const verdict = classify({ title, details, price });
    return verdict.verdict === 'review' ? verdict.reason : verdict.verdict;
  };

  it('A dwelling at the price of its furniture is accepted only at an auction or for its taxes', () => {
    for (const price of [5, 300]) expect(verdictOf('3 bedroom house for sale', price)).not.toBe('match');
    expect(verdictOf('House, sheriff sale, 3 bedrooms, minimum bid $300', 300)).not.toBe('Its price buys no home');
  });

  it('A flat at the price of a month in a city, or a home to sell or to let, waits for a person', () => {
    expect(verdictOf('Brick bungalow, 3 bedrooms', 5750)).toBe('match');
    expect(verdictOf('Stunning 2 bedroom loft condo, doorman', 5750)).not.toBe('match');
    expect(verdictOf('Manufactured home for sale or for rent', 900)).not.toBe('match');
  });
});

it('Words of rentals in the details of what is named as a home, at the price of one, leave it to a person', () => {
  const details =
    'Enjoy phenomenal downtown views from this 2 bedroom condo. Pet friendly, open floor plan, luxury finishes, fitness center, doorman, laundry in unit.';
  expect(classify({ title: 'Enjoy phenomenal downtown views', details, price: 365_000 }).verdict).not.toBe('reject');
  expect(classify({ title: 'Enjoy phenomenal downtown views', details, price: 1900 }).verdict).toBe('reject');
});

describe('the head of a title', () => {
  const details = '3 bedroom brick house with garage and full basement, for sale by owner';

  it('A head that the vocabulary does not know waits, whatever the details name', () => {
    expect(classify({ title: 'Zorbulator', details, price: 90_000 })).toMatchObject({
      verdict: 'review',
      reason: 'Its title is about something that is not known',
      reasons: [{ says: 'Not known', quote: 'Zorbulator' }, { says: 'House' }],
    });
    expect(classify({ title: 'Must see inside', details, price: 90_000 })).toMatchObject({ propertyType: 'house' });
  });

  it.each(['44 Vacant Lot Rd', ', Detroit', 'Detroit'])(
    'An address or a town that names land or nothing is no house: %s',
    (title) => {
      expect(classify({ title, details: '', price: 23_300 }).verdict).not.toBe('match');
    },
  );

  it.each([
    ['Brick ranch in Mobile, AL', 'house'],
    ['Nice lot in SW Hills', 'raw land'],
  ])('The name of a place is no evidence: %s', (title, propertyType) => {
    expect(classify({ title, details: '', price: 89_000 })).toMatchObject({ propertyType });
  });

  it('An optional second opinion is asked about what is accepted with a small share only', () => {
    expect(classify({ title: '3 bedroom brick house for sale', details, price: 90_000 })).not.toHaveProperty(
      'needsOpinion',
    );
    expect(classify({ title: '1204 Log Cabin Rd, Macon, GA', details: '', price: 2000 })).toMatchObject({
      needsOpinion: true,
    });
  });
});
