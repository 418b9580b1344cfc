import { describe, expect, it } from 'vitest';
import { formatFacts, listFacts } from './contract.ts';
import { pickGiven, readFigure } from './given.contract.ts';
import { readFacts, readSize } from './read-facts.ts';

const house = {
  title: '3 bed 1.5 bath house',
  details: '1,240 sq ft on 1/4 acre, built in 1962',
  propertyType: 'house',
};
const noFields = {
  beds: undefined,
  baths: undefined,
  livingArea: undefined,
  acres: undefined,
  yearBuilt: undefined,
  address: undefined,
};
const none = { beds: null, baths: null, livingArea: null, acres: null, yearBuilt: null };

describe('the figures of a listing', () => {
  it('Figures are read from title and text, each with its quote', () => {
    expect(readFacts(house)).toEqual({
      beds: { value: 3, quote: '3 bed' },
      baths: { value: 1.5, quote: '1.5 bath' },
      livingArea: { value: 1240, quote: '1,240 sq ft' },
      acres: { value: 0.25, quote: '1/4 acre' },
      yearBuilt: { value: 1962, quote: 'built in 1962' },
    });
  });

  it('Raw land has no rooms, whatever may be built on it', () => {
    const facts = readFacts({
      title: '2 acres',
      details: '3 bed 2 bath, 1,200 sq ft, built 1990',
      propertyType: 'raw land',
    });
    expect(facts).toEqual({ ...none, acres: { value: 2, quote: '2 acres' } });
  });

  it('A title and a text that contradict each other tell nothing', () => {
    expect(readFacts({ title: '3 bed house', details: 'It has 4 bedrooms.', propertyType: 'house' })).toEqual(none);
  });

  it('The size that a price is divided by is the living area, or the acres of raw land', () => {
    expect(readSize(house)?.value).toBe(1240);
    expect(readSize({ ...house, given: { livingArea: 1300 } })?.value).toBe(1300);
    expect(readSize({ ...house, propertyType: 'raw land' })?.value).toBe(0.25);
    expect(readSize({ ...house, propertyType: 'raw land', given: { acres: 2 } })?.value).toBe(2);
  });

  it('A figure that the source gave outranks the text', () => {
    const { beds, baths } = readFacts({ ...house, given: { beds: 4 } });
    expect([beds, baths?.value]).toEqual([{ value: 4, quote: 'Beds: 4' }, 1.5]);
  });
});

describe('the line of figures', () => {
  it('The line names each known figure in short', () => {
    expect(formatFacts(readFacts(house))).toBe('3 bd · 1.5 ba · 1,240 sq ft · 0.25 ac · 1962');
    expect(formatFacts({ ...none, acres: { value: 1280.126, quote: '' } })).toBe('1,280.13 ac');
  });

  it('A listing that was stored without figures has an empty line', () => {
    expect([formatFacts(undefined), formatFacts(none), listFacts(undefined)]).toEqual(['', '', []]);
  });
});

describe('the figures of a source', () => {
  it.each([
    ['beds', '3', 3],
    ['beds', '3 bd', 3],
    ['baths', '1.5 baths', 1.5],
    ['livingArea', '1,240 sq. ft.', 1240],
    ['acres', '.25 ac', 0.25],
    ['yearBuilt', '1962', 1962],
    ['acres', '5,000 sq ft', '5,000 sq ft'],
    ['beds', 'three', 'three'],
    ['beds', 3, 3],
  ] as const)('The field %s with %j is %j', (name, text, value) => {
    expect(readFigure(name, text)).toBe(value);
  });

  it('A source that writes 0 where it knows nothing gave nothing', () => {
    expect(pickGiven({ ...noFields, beds: 0, baths: 2, address: '' })).toEqual({ baths: 2 });
    expect(pickGiven({ ...noFields, beds: 0 })).toBeUndefined();
  });
});
