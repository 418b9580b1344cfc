import { expect, it } from 'vitest';
import { findListingProblems } from './listing-problems.ts';
import { createEmptyRow, type DraftRowChange } from './draft-rows.ts';

const problemsWith = (change: DraftRowChange) => [
  ...findListingProblems([{ ...createEmptyRow(), ...change }]).values(),
];

it('A valid or blank row has no problems', () => {
  expect(problemsWith({})).toEqual([]);
  expect(problemsWith({ link: 'https://x.com/1' })).toEqual([]);
  expect(problemsWith({ title: 'Barn', price: '1'.repeat(50), imageUrl: 'http://x.com/1.jpg' })).toEqual([]);
});

it('A problem of a row is shown beside its field', () => {
  expect(problemsWith({ price: '$1' })).toEqual([{ title: 'A listing needs a title or a link' }]);
  expect(problemsWith({ title: 'Barn', price: '1'.repeat(51) })).toEqual([
    { price: 'Price must be at most 50 characters' },
  ]);
  expect(problemsWith({ link: 'x.com', imageUrl: 'javascript:alert(1)' })).toMatchObject([
    {
      link: 'Link must be a web address that begins with http:// or https://',
      imageUrl: 'Image URL must be a web address that begins with http:// or https://',
    },
  ]);
});

it('The problems of different rows are distinguished by their keys', () => {
  const rows = [createEmptyRow(), { ...createEmptyRow(), price: '$1' }, { ...createEmptyRow(), title: 'Barn' }];
  expect([...findListingProblems(rows).keys()]).toEqual([rows[1]?.key]);
});
