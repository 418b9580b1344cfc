import { type DealFigures, minComparables } from './contract.ts';

type Comparison = Pick<DealFigures, 'median' | 'count' | 'cheapestPercent'>;

/** A price for its size among those of others; null where they are too few. */
export function comparePrice(pricePerUnit: number, others: readonly number[]): Comparison | null {
  const count = others.length;
  if (count < minComparables) return null;
  const cheaper = others.filter((other) => other < pricePerUnit).length;
  const cheapestPercent = Math.ceil((100 * (cheaper + 1)) / (count + 1));
  return { median: findMedian(others), count, cheapestPercent };
}

export function findMedian(values: readonly number[]): number {
  // Sorts 100,000 numbers in a few ms, where an array takes 50.
  const sorted = Float64Array.from(values).sort();
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return (lower + upper) / 2;
}
