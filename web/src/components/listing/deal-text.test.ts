import { expect, it } from 'vitest';
import type { DealFigures } from '#domain/deal/contract.ts';
import { describeComparison, describeDeal, formatUnitPrice } from './deal-text.ts';

const deal: DealFigures = {
  unit: 'square foot',
  pricePerUnit: 31,
  median: 53,
  count: 1214,
  cheapestPercent: 10,
  miles: 25,
  days: 365,
};

it('A price for a size has cents only where they count', () => {
  expect(formatUnitPrice(31, 'square foot')).toBe('$31 per sq ft');
  expect(formatUnitPrice(4.2, 'square foot')).toBe('$4.20 per sq ft');
  expect(formatUnitPrice(5200.4, 'acre')).toBe('$5,200 per acre');
});

it('The place among others comes with their number', () => {
  expect(describeDeal(deal)).toBe('Cheapest 10% of 1,214');
});

it.each([
  [31, '42% under $53 per sq ft'],
  [53, 'At $53 per sq ft'],
  [106, '100% over $53 per sq ft'],
])('A price of $%i is compared with the median', (pricePerUnit, start) => {
  expect(describeComparison({ ...deal, pricePerUnit }, 'house')).toBe(
    `${start}, the median of 1,214 house offers within 25 miles, last 365 days.`,
  );
});
