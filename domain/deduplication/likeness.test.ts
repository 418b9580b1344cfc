import { describe, expect, it } from 'vitest';
import { contradict, likenessOf, overlap } from './likeness.ts';

const of = (title: string, details = '') => likenessOf({ title, details });

describe('what a listing is recognised by', () => {
  it('spells rooms, areas and lots one way', () => {
    expect(of('3 bedrooms, 2 baths, 1,450 sq ft').numbers).toEqual(['3bed', '2bath', '1450sqft']);
    expect(of('3BR/2BA 1450sqft').numbers).toEqual(['3bed', '2bath', '1450sqft']);
    expect(of('3/2 on .25 ac, Lot #12').numbers).toEqual(['3bed', '2bath', '.25acre', 'lot12']);
    expect(of('25 x 125 lot').numbers).toEqual(['25x125dim']);
  });

  it('leaves out prices, telephones, mail addresses and links', () => {
    expect(of('$45,000 or 45k, call 313-555-0142 or (313) 555-0142, a@b.example, https://x.example/1').numbers).toEqual(
      [],
    );
  });

  it('takes only measures from the details, whose other numbers come and go', () => {
    expect(of('House', 'Built 1955, 3 bed, taxes 1200, unit 4').numbers).toEqual(['built1955', '3bed', 'unit4']);
  });

  it.each([
    ['Tract A of Hickory Ridge', 'tract0a'],
    ['UNIT #B at Riverside Tower', 'unit0b'],
    ['1998 double wide on rented ground', 'built1998'],
    ['Year built: 1962', 'built1962'],
    ['Left half of a duplex', 'side0left'],
    ['The north lot is for sale too', 'side0north'],
  ])('tells like from like by letters, years of building and sides: %s', (details, number) => {
    expect(of('For sale', details).numbers).toEqual([number]);
  });

  it('takes no article for the letter of a lot', () => {
    expect(of('For sale', 'A big lot a block from the park, one unit a floor').numbers).toEqual([]);
  });

  it.each([
    ['5120 Maplewood St', '5120 maplewood'],
    ['Tax auction: 5120 MAPLEWOOD', '5120 maplewood'],
    ['1200 East 5th Street, Flint', '1200 e 5th'],
    ['Nice house at 77 N. Oak Ave', '77 n oak'],
  ])('knows the address of %s', (title, address) => {
    expect(of(title).addresses).toEqual([address]);
  });

  it('takes every word for a word, those of the language it is written in too', () => {
    expect(of('House of a constructor').title).toHaveLength(of('House of a carpenter').title.length);
  });

  it('looks for an address in the details when the title has none', () => {
    expect(of('Off market deal', 'Address: 1220 Oak Street. 2 car garage on a quiet street.').addresses).toEqual([
      '1220 oak',
    ]);
    expect(of('Off market deal', '2 car garage on a quiet street').addresses).toEqual([]);
  });
});

describe('likeness of texts', () => {
  it('is whole for the same words in any case, and none for others', () => {
    const text = 'Three bedroom house near the park with a new roof';
    expect(overlap(of(text).title, of(text.toUpperCase()).title)).toBe(1);
    expect(overlap(of(text).title, of('Vacant wooded lot by a creek').title)).toBe(0);
    expect(overlap([], [])).toBe(1);
  });

  it('falls with every change of a long text', () => {
    const words = Array.from({ length: 300 }, (_, index) => `word${index % 97}x${index}`);
    const changed = words.map((word, index) => (index < 60 ? `other${index}` : word));
    const share = overlap(of('', words.join(' ')).details, of('', changed.join(' ')).details);
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.95);
  });
});

describe('numbers that contradict each other', () => {
  it.each<[string[], string[], boolean]>([
    [['3bed'], ['4bed'], true],
    [['3bed'], ['3bed', '2bath'], false],
    [['3bed'], ['1450sqft'], false],
    [['lot12'], ['lot14'], true],
    [['5120', '48209'], ['5120'], false],
    [['5120', '48209'], ['5124', '48209'], true],
    [[], ['5124'], false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(contradict(a, b)).toBe(expected);
    expect(contradict(b, a)).toBe(expected);
  });
});
