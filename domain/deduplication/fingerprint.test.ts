import { describe, expect, it } from 'vitest';
import { hasConflictingNumbers, createFingerprint, jaccard, sortNumbers } from './fingerprint.ts';

const fingerprint = (title: string, details = '') => createFingerprint({ title, details });

describe('the fingerprint of a listing', () => {
  it('The fingerprint of a listing spells rooms, areas and lots one way', () => {
    expect(fingerprint('3 bedrooms, 2 baths, 1,450 sq ft').numbers).toEqual(['3bed', '2bath', '1450sqft']);
    expect(fingerprint('3BR/2BA 1450sqft').numbers).toEqual(['3bed', '2bath', '1450sqft']);
    expect(fingerprint('3/2 on .25 ac, Lot #12').numbers).toEqual(['3bed', '2bath', '.25acre', 'lot12']);
    expect(fingerprint('25 x 125 lot').numbers).toEqual(['25x125dim']);
  });

  it('The fingerprint of a listing leaves out prices, telephone numbers, mail addresses and links', () => {
    expect(
      fingerprint('$45,000 or 45k, call 313-555-0142 or (313) 555-0142, a@b.example, https://x.example/1').numbers,
    ).toEqual([]);
  });

  it('The fingerprint of a listing takes only measures from the details, because other numbers vary between postings', () => {
    expect(fingerprint('House', 'Built 1955, 3 bed, taxes 1200, unit 4').numbers).toEqual([
      'built1955',
      '3bed',
      'unit4',
    ]);
  });

  it.each([
    ['Tract A of Hickory Ridge', 'tract0a'],
    ['UNIT #B at Riverside Tower', 'unit0b'],
    ['1998 double wide on rented ground', 'built1998'],
    ['Year built: 1962', 'built1962'],
    ['Left half of a duplex', 'side0left'],
    ['The north lot is for sale too', 'side0north'],
    ['Single wide in space 14', 'unit14'],
    ['Single wide, Sp. #14', 'unit14'],
    ['Park model, site 7', 'unit7'],
    ['In apt b.', 'unit0b'],
    ['Cause No. 19-CV-07', 'case019cv07'],
    ['Case # 21 CV 80', 'case021cv80'],
    ['Certificate 0317', 'cert00317'],
    ['Cert. no. 317', 'cert0317'],
    ['Item 12', 'item012'],
  ])(
    'The fingerprint of a listing distinguishes similar listings by letters, years of construction and sides: %s',
    (details, number) => {
      expect(fingerprint('For sale', details).numbers).toEqual([number]);
    },
  );

  it.each([
    'A big lot a block from the park, one unit a floor',
    'Parking space 2 car, crawl space 3 feet, on site 24 hours',
    'In case 2 buyers tie, item of the week',
  ])('The fingerprint of a listing does not read the number of a lot or a sale in: %s', (details) => {
    expect(fingerprint('For sale', details).numbers).toEqual([]);
  });

  it.each([
    ['5120 Maplewood St', '5120||maplewood|street'],
    ['Tax auction: 5120 MAPLEWOOD', '5120||maplewood|'],
    ['1200 East 5th Street, Flint', '1200|e|5th|street'],
    ['Nice house at 77 N. Oak Ave', '77|n|oak|avenue'],
    ['1420 B Elm St', '1420b||elm|street'],
    ['1420-b Elm St', '1420b||elm|street'],
    ['1420½ Elm St', '1420half||elm|street'],
    ['1420 1/2 Elm St', '1420half||elm|street'],
    ['1420 E Elm St', '1420|e|elm|street'],
    ['1420 B Street', '1420||b|street'],
    ['8821 C.R. 4106', '8821||county4106|road'],
    ['905 SH-31 E', '905|e|highway31|road'],
    ['905 State Highway 31 East', '905|e|highway31|road'],
    ['77 RM 1431', '77||ranch1431|road'],
    ['4100 Kings Hwy 12 miles out', '4100||kings|highway'],
  ])('The fingerprint of a listing recognizes the address of %s', (title, address) => {
    expect(fingerprint(title).addresses).toEqual([address]);
  });

  it('The fingerprint of a listing treats a name of a JavaScript property, such as constructor, like any other word', () => {
    expect(fingerprint('House of a constructor').title).toHaveLength(fingerprint('House of a carpenter').title.length);
  });

  it('The fingerprint of a listing reads an address from the details when the title has none', () => {
    expect(
      fingerprint('Off market deal', 'Address: 1220 Oak Street. 2 car garage on a quiet street.').addresses,
    ).toEqual(['1220||oak|street']);
    expect(fingerprint('Off market deal', '2 car garage on a quiet street').addresses).toEqual([]);
  });
});

describe('the similarity of texts', () => {
  it('The similarity of texts is 1 for the same words in any case, and 0 for different words', () => {
    const text = 'Three bedroom house near the park with a new roof';
    expect(jaccard(fingerprint(text).title, fingerprint(text.toUpperCase()).title)).toBe(1);
    expect(jaccard(fingerprint(text).title, fingerprint('Vacant wooded lot by a creek').title)).toBe(0);
    expect(jaccard([], [])).toBe(1);
  });

  it('The similarity of texts decreases with every change of a long text', () => {
    const words = Array.from({ length: 300 }, (_, index) => `word${index % 97}x${index}`);
    const changed = words.map((word, index) => (index < 60 ? `other${index}` : word));
    const share = jaccard(fingerprint('', words.join(' ')).details, fingerprint('', changed.join(' ')).details);
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
  ])('Whether the numbers %j and %j contradict each other: %s', (a, b, expected) => {
    expect(hasConflictingNumbers(sortNumbers(a), sortNumbers(b))).toBe(expected);
    expect(hasConflictingNumbers(sortNumbers(b), sortNumbers(a))).toBe(expected);
  });
});
