import { expect, it } from 'vitest';
import { unsetFilters } from '#web/lib/testing/example-user.ts';
import { describeFilters } from './describe-filters.ts';

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
