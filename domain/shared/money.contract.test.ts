import { describe, expect, it } from 'vitest';
import { formatPriceDrop, formatWholeDollars } from './money.contract.ts';

it.each([
  [0, '$0'],
  [999, '$999'],
  [45_000, '$45,000'],
  [1_250_000, '$1,250,000'],
])('The amount %d is written as %s', (amount, text) => {
  expect(formatWholeDollars(amount)).toBe(text);
});

describe('a price drop', () => {
  it('A price drop names both prices and by how much the price fell', () => {
    expect(formatPriceDrop({ price: 16_000, previousPrice: 18_500 })).toBe('$18,500 -> $16,000, down 14%');
    expect(formatPriceDrop({ price: 99_900, previousPrice: 100_000 })).toBe('$100,000 -> $99,900, down less than 1%');
  });

  it('A price drop is none where the price is unknown or has not fallen', () => {
    for (const previousPrice of [null, 10_000, 9_000])
      expect(formatPriceDrop({ price: 10_000, previousPrice })).toBeNull();
    expect(formatPriceDrop({ price: null, previousPrice: 1 })).toBeNull();
  });
});
