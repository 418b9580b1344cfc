import { expect, it } from 'vitest';
import { filterItems, type PaletteItem } from './palette-item.ts';

const toItem = (label: string): PaletteItem => ({ kind: 'Page', label, detail: '', target: { to: '/admin' } });

it('The palette keeps the items that contain all words, in any case and order', () => {
  const items = ['Workflow Log', 'Add Listing', 'Listings'].map(toItem);
  expect(filterItems(items, 'LOG work').map(({ label }) => label)).toEqual(['Workflow Log']);
  expect(filterItems(items, 'list').map(({ label }) => label)).toEqual(['Add Listing', 'Listings']);
  expect(filterItems(items, '')).toEqual(items);
  expect(filterItems(items, 'nothing')).toEqual([]);
});
