import { expect, it } from 'vitest';
import { collectFeatures, nameIndex } from './model.ts';
import { readListing } from './reading.ts';

it('Words of the title and of the details are features: alone, in pairs and in parts, those of the head of a title too', () => {
  const reading = readListing({ title: 'Old lighthouse with 12 acres', details: 'A lighthouse', price: null });
  const names = [...collectFeatures(reading, nameIndex).features.keys()];
  expect(names).toEqual(
    expect.arrayContaining([
      ...['title=lighthouse', 'details=lighthouse', '=lighthouse', 'head=lighthouse'],
      ...['^ old', 'old lighthouse', 'lighthouse with', '#2 acres', 'a lighthouse'],
    ]),
  );
  expect(names.filter((name) => /^~.*(?:ligh|ouse|acre)/.test(name))).toEqual(['~ligh', '~ouse', '~acre']);
  expect(names.filter((name) => name.startsWith('head='))).toEqual(['head=old', 'head=lighthouse']);
});

it('Parts of words count in details too', () => {
  const reading = readListing({ title: '', details: 'lighthouse', price: null });
  expect([...collectFeatures(reading, nameIndex).features.keys()]).toContain('~ghth');
});
