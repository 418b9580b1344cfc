import { expect, it } from 'vitest';
import { formatWholeDollars } from './money.contract.ts';

it.each([
  [0, '$0'],
  [999, '$999'],
  [45_000, '$45,000'],
  [1_250_000, '$1,250,000'],
])('The amount %d is written as %s', (amount, text) => {
  expect(formatWholeDollars(amount)).toBe(text);
});
