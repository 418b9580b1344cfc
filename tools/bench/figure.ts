/** One measured figure; `ratio` and `value` are what quality's bar speaks of. */
export type Figure = {
  name: string;
  /** Where the data were; absent where there are none. */
  on?: string;
  value: number;
  unit: string;
  bar: string;
  /** Whether the bar is met; null where a figure only informs. */
  met: boolean | null;
  detail?: Record<string, number | string>;
};

/** The p-th percentile (0 to 1) of unsorted numbers, nearest rank. */
export function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? Number.NaN;
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Three significant digits: more would promise more than a noisy machine can hold. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
