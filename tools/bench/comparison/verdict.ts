import type { Better } from '../result.ts';

export type ValueRange = { median: number; min: number; max: number };
export type RoundsVerdict = 'better' | 'same' | 'worse';

const toleratedShare = 0.1;

/** Of at least one value. */
export function toRange(values: readonly number[]): ValueRange {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  };
}

/**
 * `here` against `there`: other than the same only where the medians are over 10 % apart and no round of one lies among
 * those of the other.
 */
export function compareRanges(here: ValueRange, there: ValueRange, better: Better): RoundsVerdict {
  const overlap = here.min <= there.max && there.min <= here.max;
  const isApart = Math.abs(here.median - there.median) > toleratedShare * there.median;
  if (overlap || !isApart) return 'same';
  return here.median > there.median === (better === 'higher') ? 'better' : 'worse';
}
