import { describe, expect, it } from 'vitest';
import type { SavedListing } from '#domain/user/contract.ts';
import {
  createEmptyRow,
  findListingProblems,
  isSameListings,
  type ListingRow,
  toListings,
  toRows,
} from './listing-rows.ts';

const barn: SavedListing = {
  title: 'Barn',
  price: '$1',
  details: '',
  link: '',
  imageUrl: '',
  timestamp: '2026-01-01T00:00:00.000Z',
};
const mill = { ...barn, title: 'Mill', timestamp: '2026-01-02T00:00:00.000Z' };

describe('The rows of the listings panel', () => {
  it('The rows of the listings panel are the saved ones, closed', () => {
    const rows = toRows([barn, mill]);
    expect(rows).toMatchObject([
      { ...barn, isOpen: false },
      { ...mill, isOpen: false },
    ]);
    expect(toListings(rows)).toEqual([barn, mill]);
  });

  it('The rows of the listings panel are one empty open row if no listing is saved', () => {
    expect(toRows([])).toMatchObject([{ title: '', timestamp: null, isOpen: true }]);
    expect(toListings(toRows([]))).toEqual([]);
  });

  it('The rows of the listings panel are sent without blank ones, a new one without a time', () => {
    const rows = [...toRows([barn]), ...['', '  ', 'Cabin'].map((title) => ({ ...createEmptyRow(), title }))];
    expect(toListings(rows)).toEqual([
      barn,
      { title: 'Cabin', price: '', details: '', link: '', imageUrl: '', timestamp: null },
    ]);
  });
});

it('Saved listings are the same only with equal texts and times in the same order', () => {
  expect(isSameListings([barn, mill], [{ ...barn }, mill])).toBe(true);
  expect(isSameListings([barn, mill], [mill, barn])).toBe(false);
  expect(isSameListings([barn, mill], [barn])).toBe(false);
  expect(isSameListings([barn], [{ ...barn, price: '$2' }])).toBe(false);
  expect(isSameListings([barn], [{ ...barn, timestamp: mill.timestamp }])).toBe(false);
});

describe('A problem of a listing', () => {
  const findProblems = (...rows: Partial<ListingRow>[]) =>
    findListingProblems(rows.map((row) => ({ ...createEmptyRow(), ...row })));

  it('A problem of a listing is not found in valid and blank rows', () => {
    expect(
      findProblems(
        {},
        { link: 'https://x.com/1' },
        { title: 'Barn', price: '1'.repeat(50), imageUrl: 'http://x.com/1.jpg' },
      ),
    ).toEqual([{}, {}, {}]);
  });

  it('A problem of a listing is shown beside its field, and at the title if it concerns the whole row', () => {
    expect(
      findProblems(
        { title: 'Barn', price: '1'.repeat(51) },
        {},
        { price: '$1' },
        { link: 'x.com', imageUrl: 'javascript:alert(1)' },
      ),
    ).toEqual([
      { price: 'Price must be at most 50 characters' },
      {},
      { title: 'A listing needs a title or a link' },
      {
        link: 'Link must be a web address that begins with http:// or https://',
        imageUrl: 'Image URL must be a web address that begins with http:// or https://',
      },
    ]);
  });
});
