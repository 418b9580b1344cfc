import { describe, expect, it } from 'vitest';
import { isForeignPrice, parsePrice } from './parse-price.ts';

type Row = [given: number | string | undefined, text: string, price: number | null];

const priceOf = (ownPrice: number | string | undefined, text: string) => parsePrice(ownPrice, text)?.price ?? null;

describe('a price of its own', () => {
  it.each<Row>([
    [45_000, '', 45_000],
    [45_000.4, '', 45_000],
    [0.6, '', 1],
    ['45000', '', 45_000],
    ['45,000', '', 45_000],
    ['45.000', '', 45_000],
    ['1.250.000', '', 1_250_000],
    ['$45 000', '', 45_000],
    ['USD 45 000', '', 45_000],
    ['45\u00a0000', '', 45_000],
    ["45'000", '', 45_000],
    ['$1, 250, 000', '', 1_250_000],
    ['$45,000.00', '', 45_000],
    ['$45,000.50', '', 45_001],
    ['$45k', '', 45_000],
    ['$45K obo', '', 45_000],
    ['38.5k', '', 38_500],
    ['$1.2m', '', 1_200_000],
    ['1.2 million', '', 1_200_000],
    ['120K', '', 120_000],
    ['$45,000k', '', 45_000],
    ['USD 45000', '', 45_000],
    ['US$ 45,000', '', 45_000],
    ['45000 dollars', '', 45_000],
    ['45,000$', '', 45_000],
    ['asking 38,500 firm', '', 38_500],
    ['Price: 45000', '', 45_000],
    ['$45,000 or best offer', '', 45_000],
    ['30K cash', '', 30_000],
    ['45 thousand', '', 45_000],
    ['$45,ooo', '', 45_000],
    ['$𝟒𝟓,𝟎𝟎𝟎', '', 45_000],
    ['＄45,000', '', 45_000],
    ['&#36;45,000', '', 45_000],
    ['💰45,000💰', '', 45_000],
    ['45', 'House, asking $45k', 45_000],
    ['$45,000 USD (CAD 60,000)', '', 45_000],
    ['45000', 'Euro style cabin', 45_000],
    ['Price: $45,000 / Taxes: $1,200', '', 45_000],
    ['555 123 4567 45000 cash', '', 45_000],
  ])('The price is parsed from the price field: %s', (ownPrice, text, price) => {
    expect(priceOf(ownPrice, text)).toBe(price);
  });
});

describe('ranges and reductions', () => {
  it.each<Row>([
    ['$40k-$45k', '', 40_000],
    ['40,000 - 45,000 OBO', '', 40_000],
    ['$40,000 to $45,000', '', 40_000],
    ['45-50k', '', 45_000],
    ['40 to 45k', '', 40_000],
    [0, 'House 40-45k', 40_000],
    ['45k', 'Lot 3 - 45k', 45_000],
    ['$60,000 $45,000 reduced', '', 45_000],
    ['price reduced from $60,000 to $49,900', '', 49_900],
    ['$60,000 down to $45,000', '', 45_000],
    ['$45,000 down from $60,000', '', 45_000],
    [0, 'House was $60,000 now $39,900', 39_900],
    [0, 'House $45,000 (was $60,000)', 45_000],
    [0, 'Reduced! $45,000', 45_000],
    [0, 'Reduced by $5,000! House $45,000', 45_000],
    [0, 'House\n$650 - $42,000', 42_000],
  ])('The price is parsed from a range or a reduction: %s %s', (ownPrice, text, price) => {
    expect(priceOf(ownPrice, text)).toBe(price);
  });
});

describe('a missing price is read from the text, the title first', () => {
  it.each<Row>([
    [0, 'House $45,000', 45_000],
    ['$0', 'Lake lot, $149,500', 149_500],
    [undefined, 'Asking 12k for 2 lots', 12_000],
    ['make offer', '12 acres, $30,000', 30_000],
    ['call for price', 'House\nprice 8500 firm', 8500],
    ['', '9.3 ac-road frontage-$36,000', 36_000],
    [1, 'House, asking 12000', 12_000],
    ['$1234', 'House\n$45,000 firm', 45_000],
    [Number.NaN, 'House $45,000', 45_000],
    [0, '$30,000 house\nneeds $20,000 in repairs, sold for $90,000 in 2006', 30_000],
    [0, '$500 down!\nOnly 42,500', 42_500],
    [0, 'Investors: $8,000/3 br, 1 ba, 1,568 sqft', 8000],
    [0, 'minimum bid $1,666.87', 1667],
    [0, 'House $30,000 off market', 30_000],
    [0, 'Lot $7,900 or $199 down, $99/month', 7900],
    [0, 'Cabin $45,000, not £45,000', 45_000],
    [0, '1.25 acre lot only 3,995', 3995],
  ])('A missing price is read from the text, the title first: %s %s', (ownPrice, text, price) => {
    expect(priceOf(ownPrice, text)).toBe(price);
  });
});

describe('other numbers are no price', () => {
  it.each([
    'Call 334-555-0142 or (334) 555-0142',
    'Built 1955, 1,450 sqft, 36830',
    '2,000 acres of woods nearby',
    '$950/mo',
    'rent $800',
    'rents for $1,150 a month',
    '$5,000 down, $400 monthly',
    'back taxes $2,300',
    'Taxes are $1,200 a year',
    '$500 deposit',
    '$7,500 per acre',
    'bids start at $1',
    'appraised at $90,000',
    'ARVs are around $230k-$250k',
    'needs $20k in repairs',
    'HOA fee $250',
    'parking space additional $30K',
    'good for an FHA 203k loan',
    'the only house with a 4K camera',
    '5546 Fairview, Detroit MI 48213',
    'save $10,000 by using your own lender',
    '1/2 acre, 24/7 security',
    'a 1/2 million dollar view',
    'MLS 1234568',
  ])('A number that is not a price is ignored: %s', (text) => {
    expect(parsePrice(undefined, `3 bed house\n${text}`)).toBeNull();
    expect(parsePrice(0, text)).toBeNull();
  });

  it.each(['$950/mo', '$5,000 down', '-5', '-$45,000', 'free', 'N/A', 'TBD', '$$$', 'call 555-0142'])(
    'A price field without a price is ignored: %s',
    (ownPrice) => {
      expect(parsePrice(ownPrice, 'House in town')).toBeNull();
    },
  );
});

describe('an amount in a foreign currency', () => {
  it.each(
    `€45.000;45.000 EUR;45000 euros;45 000 €;CAD 45k;C$45,000;CA$45,000;$45,000 CAD;$45,000 Canadian;£45,000;45,000 GBP;
    MXN 450,000;$450,000 MXN;$450,000 pesos;450 mil pesos;A$45,000;AUD 45,000;NZ$45,000;HK$45,000;R$ 45.000;¥4500000;
    ₹4500000;CHF 45'000;45.000 Kč`.split(/;\s*/),
  )('An amount in a foreign currency is not a price: %s', (ownPrice) => {
    expect(parsePrice(ownPrice, 'House in town')).toBeNull();
    expect(parsePrice(undefined, `House in town, ${ownPrice}`)).toBeNull();
    expect(isForeignPrice(ownPrice, 'House in town')).toBe(true);
    expect(isForeignPrice(0, `House in town, ${ownPrice}`)).toBe(true);
  });

  it('An amount in a foreign currency is ignored even where the source gives only its number', () => {
    expect(parsePrice(45_000, 'House, €45.000')).toBeNull();
    expect(parsePrice(45_000, 'House, CAD 45k')).toBeNull();
  });

  it('An amount in a foreign currency does not include a missing price, or one in US dollars', () => {
    for (const text of ['House', 'House $45,000', 'Pound Ridge house, 5 lbs'])
      expect(isForeignPrice(0, text)).toBe(false);
  });
});

describe('limits of a price', () => {
  it.each<Row>([
    [1, 'House', 1],
    [10_000_000, 'House', 10_000_000],
    [10_000_001, 'House $45,000', null],
    [-5, 'House $45,000', null],
    [0, 'House', null],
    [undefined, '', null],
    [Number.POSITIVE_INFINITY, 'House $45,000', null],
    ['$25,000,000', 'House', null],
  ])('A price is parsed only within its limits: %s %s', (ownPrice, text, price) => {
    expect(priceOf(ownPrice, text)).toBe(price);
  });

  it('A parsed price quotes the words that it was read from', () => {
    expect(parsePrice('asking $45k obo', 'House')).toEqual({ price: 45_000, quote: '$45k' });
    expect(parsePrice(0, 'House\nprice is 38,500 firm')).toEqual({ price: 38_500, quote: '38,500' });
    expect(parsePrice(45_000, 'House')).toEqual({ price: 45_000, quote: '45000' });
    expect(parsePrice('45 000 cash', 'House')).toEqual({ price: 45_000, quote: '45 000 cash' });
    expect(parsePrice(0, 'House\n𝟒𝟓𝐤 firm')).toEqual({ price: 45_000, quote: '𝟒𝟓𝐤' });
  });

  it('A price is parsed quickly from a long hostile text', () => {
    const hostile = ['1,'.repeat(10_000), '$'.repeat(20_000), '1 '.repeat(10_000), '9'.repeat(20_000)];
    for (const text of hostile) expect(parsePrice(undefined, text)).toBeNull();
  });
});
