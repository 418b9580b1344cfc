import { describe, expect, it } from 'vitest';
import { cleanText } from './reading.ts';

const shorten = (text: string) => cleanText(text).replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim();

describe('template leftovers', () => {
  it.each([
    ['{beds} bed {baths} bath, {sqft} sqft, land', ', , land'],
    ['land 2.51 acres, bed bath, sqft', 'land 2.51 acres,'],
    ['0 bed 0 bath, 0 sqft, land', ', , land'],
    ['null bed null bath, null sqft, lot', ', , lot'],
    ['beds: n/a baths: n/a lot size: 1.02 acres', 'lot size: 1.02 acres'],
  ])('%s reads without its blank cells', (text, cleaned) => {
    expect(shorten(text)).toBe(cleaned);
  });

  it.each(['3 bed 1 bath, 1040 sqft, house', 'beds: 3 baths: 1 sqft: 1200', 'two bed two bath', '10 bed 4 bath'])(
    'Cells that are filled stay: %s',
    (text) => {
      expect(cleanText(text)).toBe(text);
    },
  );

  it('All other characters keep their position, and underscores read as spaces', () => {
    const text = '{beds} bed, vacant_lot';
    expect(cleanText(text)).toHaveLength(text.length);
    expect(cleanText(text)).toContain('vacant lot');
  });
});
