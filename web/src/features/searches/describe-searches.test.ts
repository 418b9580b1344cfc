import { expect, it } from 'vitest';
import { describeSearches } from './describe-searches.ts';

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
