import { describe, expect, it } from 'vitest';
import type { Mapping } from './config.ts';
import { compileMapping } from './mapping.ts';

const row = {
  Address: ' 12 Elm St ',
  City: 'Detroit',
  Zip: '48204',
  Parcel: '21 04/7.',
  Photo: 'https://x.example.com/a b.jpg',
  Blank: '  ',
  Where: 'location\n(42.39, -82.98)',
  Ratio: 'n/a',
};
const mapped = (fields: Partial<Mapping>) => {
  const { columns, itemOf } = compileMapping({ title: 'T', link: 'https://x.example.com', ...fields });
  const item = itemOf((column) => (row as Record<string, string>)[column] ?? '');
  return { columns, item };
};

describe('a mapping', () => {
  it('A mapping fills templates with trimmed columns, and lists the columns', () => {
    const { columns, item } = mapped({ title: '{Address}, {City} {Zip}', city: '{City}' });
    expect(item['title']).toBe('12 Elm St, Detroit 48204');
    expect(columns).toEqual(['Address', 'City', 'Zip']);
  });

  it('A mapping takes a text without placeholders literally', () => {
    expect(mapped({ state: 'MI' }).item['state']).toBe('MI');
  });

  it('A mapping omits a field that is blank, also with text around the placeholder', () => {
    const { item } = mapped({ details: 'Lot {Blank}', imageUrl: '{Blank}', city: '{Nowhere}' });
    expect(item).toEqual({ title: 'T', link: 'https://x.example.com' });
  });

  it('A mapping takes any text in the column of ended offers for yes', () => {
    const withdrawn = { from: 'Ratio', match: '^(n/a|Sold)' };
    expect(mapped({ withdrawn }).item['withdrawn']).toBe(true);
    expect(mapped({ withdrawn: { from: 'City', match: '^(Sold)' } }).item).not.toHaveProperty('withdrawn');
  });

  it('A mapping keeps a template of which only some columns are blank', () => {
    expect(mapped({ details: '{City} {Blank}' }).item['details']).toBe('Detroit');
  });

  it('A mapping escapes what it inserts into an address, and leaves a whole address unchanged', () => {
    const { item } = mapped({ link: 'https://county.example.com/{Parcel}?q={Address}', imageUrl: '{Photo}' });
    expect(item['link']).toBe('https://county.example.com/21%2004%2F7.?q=12%20Elm%20St');
    expect(item['imageUrl']).toBe('https://x.example.com/a b.jpg');
  });

  it('A mapping takes the group of an expression from a column or a template', () => {
    const { columns, item } = mapped({
      latitude: { from: 'Where', match: String.raw`\(([-\d.]+),` },
      longitude: { from: 'Where', match: String.raw`,\s*([-\d.]+)\)` },
      zipCode: { from: '{City} {Zip}', match: String.raw`(\d{5})$` },
      city: { from: 'City', match: '^(Ann Arbor)' },
    });
    expect(item).toMatchObject({ latitude: '42.39', longitude: '-82.98', zipCode: '48204' });
    expect(item).not.toHaveProperty('city');
    expect(columns).toEqual(['Where', 'City', 'Zip']);
  });

  it('A mapping translates the values of a type by a table, in any case, and keeps others', () => {
    const table = { from: 'City', values: { 'detroit|Flint': 'raw land' } } as const;
    expect(mapped({ propertyType: table }).item['propertyType']).toBe('raw land');
    expect(mapped({ propertyType: { ...table, from: 'Zip' } }).item['propertyType']).toBe('48204');
  });

  it('A mapping leaves it to the intake what coordinates mean, and omits blank ones', () => {
    const { item } = mapped({ latitude: '{Ratio}', longitude: '{Blank}' });
    expect(item['latitude']).toEqual(expect.any(String));
    expect(item).not.toHaveProperty('longitude');
  });
});
