import { expect, it } from 'vitest';
import { comparePrice } from './compare-price.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) * 10);

it('A price is compared with at least ten others', () => {
  expect(comparePrice(10, upTo(9))).toBeNull();
  expect(comparePrice(10, upTo(10))).toMatchObject({ count: 10 });
});

it.each([
  ['an even number', 12, 65],
  ['an odd number', 13, 70],
])('The median of %s of prices is the one in the middle', (_, count, median) => {
  expect(comparePrice(1, upTo(count).reverse())?.median).toBe(median);
});

it.each([
  ['the cheapest of 100', 1, 99, 1],
  ['the tenth of 100', 95, 99, 10],
  ['the most expensive', 5000, 99, 100],
  ['the cheapest of 13', 1, 12, 8],
])('The place of %s is in percent, rounded up', (_, price, count, percent) => {
  expect(comparePrice(price, upTo(count))?.cheapestPercent).toBe(percent);
});

it('An equal price is not cheaper', () => {
  expect(
    comparePrice(
      10,
      Array.from({ length: 19 }, () => 10),
    )?.cheapestPercent,
  ).toBe(5);
});
