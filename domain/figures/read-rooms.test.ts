import { describe, expect, it } from 'vitest';
import { readRooms } from './read-rooms.ts';

const values = (text: string) => {
  const { beds, baths } = readRooms(text);
  return [beds?.value ?? null, baths?.value ?? null];
};

describe('the rooms of a home', () => {
  it.each([
    ['3 bd 1 ba, full basement', 3, 1],
    ['3bd/2ba', 3, 2],
    ['3BR 1.5BA brick ranch', 3, 1.5],
    ['4 bed / 2 bath', 4, 2],
    ['3-bedroom, 2-bathroom residence', 3, 2],
    ['Three bedroom, one and a half bath', 3, 1.5],
    ['2 bdrms, 1 1/2 baths', 2, 1.5],
    ['2 bedrooms, 1½ baths', 2, 1.5],
    ['5 bedrooms, 2 full baths, 2,300 sqft', 5, 2],
    ['3 bedrooms, 2 full and 1 half baths', 3, 2.5],
    ['3 beds, 2 full baths, one half bath', 3, 2.5],
    ['4 bedrooms, 3.5 baths with a half bath downstairs', 4, 3.5],
    ['4 BD | 1 BA | 1,450 SF', 4, 1],
    ['3b/2b', 3, 2],
    ['3/2 brick house', 3, 2],
    ['Brick ranch 3/1', 3, 1],
    ['Fixer\n3/1.5, needs a roof', 3, 1.5],
    ['Beds: 3 Baths: 1 Sqft: 1200', 3, 1],
    ['BEDS 3 BATHS 1 SQFT 1,020', 3, 1],
    ['Bedrooms: 4; Bathrooms: 2.5', 4, 2.5],
    ['Bedrooms: 4, Stories: 1, Bathrooms: 2', 4, 2],
    ['Bathrooms: 2 full, 1 half', null, 2.5],
    ['Bedrooms: 3, 4 bedrooms', null, null],
    ['$64000 / 2br - Lake view cottage', 2, null],
    ['3 bedroom 2 bath on 40 acres. The master bedroom has a bath.', 3, 2],
    ['4 bedrooms, 2 of them in the attic; 4 bed house', 4, null],
    ['The 3 bedrooms are upstairs. 3 bed, 1 bath.', 3, 1],
  ])('%s', (text, beds, baths) => {
    expect(values(text)).toEqual([beds, baths]);
  });

  it('The quote is the words that tell the figure', () => {
    expect(readRooms('Nice 3-bedroom house, 2 full and 1 half baths')).toEqual({
      beds: { value: 3, quote: '3-bedroom' },
      baths: { value: 2.5, quote: '2 full and 1 half baths' },
    });
  });

  it.each([
    'Master bedroom with a half bath',
    '3 or 4 bedrooms, 1 or 2 baths',
    '3-4 bedrooms, 2-3 baths',
    '1, 2, 3 Bedrooms',
    '2- and 4- Bedroom Floor Plans',
    '3+ bedrooms',
    '3 bed house. It has 4 bedrooms.',
    'Up to 4 bedrooms',
    'Possible 4 bedrooms',
    '2 bedrooms up and 2 bedrooms down, full bath',
    'The first floor has 2 bedrooms and 1 bath',
    'Living room, 2 bedrooms, powder room',
    'Two bedrooms and a master suite',
    'Duplex: 2 bed 1 bath each side',
    'Six-plex, 6 x 1br',
    'Two houses, 3 bed 1 bath and 2 bed 1 bath',
    'Each unit has 3 bedrooms and 2 baths',
    'Soil tested for 3 bedroom septic',
    'Plans for 4 bedrooms',
    '1/2 brick house on 3/2 Main St',
    'Listed 3/2 at noon',
    '3 Bath Street',
    'Raised garden beds',
    '45 bedrooms',
    '2.1 baths',
    'New half bath, 2 baths redone',
    'Bath, Maine',
    'Bedrooms: ; Bathrooms: ;',
  ])('No rooms are read from: %s', (text) => {
    expect(values(text)).toEqual([null, null]);
  });

  it('A long text is read in a moment', () => {
    for (const part of ['3 bed ', 'two and a half ', '2 full and ', '1/', 'basement 3 ']) {
      expect(readRooms(part.repeat(1000))).toBeDefined();
    }
  });
});
