import type { Comparison } from './comparison/comparison.ts';
import { type BenchResult, roundDigits } from './result.ts';
import type { ValueRange } from './comparison/verdict.ts';

export function printFigures(figures: BenchResult[]): void {
  console.table(
    figures.map(({ name, on = '', value, unit, bar, met, reason }) => ({
      figure: name,
      on,
      measured: value === null ? 'not measured' : `${value} ${unit}`.trim(),
      bar,
      met: met === null ? '' : met ? 'yes' : 'NO',
      why: reason ?? '',
    })),
  );
}

export function printComparison(comparisons: Comparison[]): void {
  console.table(
    comparisons.map(({ name, on, unit, current, baseline, verdict, reason }) => ({
      figure: name,
      on,
      unit,
      here: rangeText(current),
      there: rangeText(baseline),
      verdict,
      why: reason ?? '',
    })),
  );
}

/** Of single rounds: what this checkout measured as a multiple of the other's. */
export function printRatios(comparisons: Comparison[]): void {
  console.table(
    comparisons.map(({ name, on, unit, current, baseline, reason }) => ({
      figure: name,
      on,
      unit,
      ratio: current && baseline ? roundDigits(current.median / baseline.median) : 'not measured',
      why: reason ?? '',
    })),
  );
}

function rangeText(range: ValueRange | null): string {
  return range === null ? 'not measured' : `${roundDigits(range.median)} [${range.min}..${range.max}]`;
}
