import { expect, it } from 'vitest';
import { unsetFilters } from '#web/lib/testing/example-user.ts';
import { describeFilters, describeSearches } from './describe-searches.ts';

it('The line of the filters says price, area and types', () => {
  const filters = { ...unsetFilters, maxPrice: 60_000, mileageRadius: 25, zipCode: '48204', includeRawLand: true };
  expect(describeFilters(filters)).toBe('$60,000 · 25 mi of 48204 · Houses, Land');
});

it('The line of the filters names all types in two words', () => {
  const filters = { ...unsetFilters, includeMobileHomes: true, includeRawLand: true, includeTinyHomes: true };
  expect(describeFilters(filters)).toContain('All types');
});

it('The line of filters that were never saved says the defaults and that the ZIP is missing', () => {
  expect(describeFilters(unsetFilters)).toBe('$54,000 · No ZIP yet · Houses');
});

const detroit = { place: 'Detroit, MI', zipCode: '48204' };

it('The line of several searches says the place of the first and how many more there are', () => {
  expect(describeSearches([detroit, detroit, detroit])).toBe('Detroit 48204 + 2 more');
});

it('The line of several searches says where the first has no ZIP, or an unknown one', () => {
  expect(describeSearches([{ place: null, zipCode: null }, detroit])).toBe('No ZIP yet + 1 more');
  expect(describeSearches([{ place: null, zipCode: '00000' }, detroit])).toBe('00000 + 1 more');
});

it('A single search has no line of its own', () => {
  expect(describeSearches([detroit])).toBeNull();
  expect(describeSearches([])).toBeNull();
});
