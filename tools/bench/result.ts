export type Better = 'higher' | 'lower';

/** One measured figure; `value` is the one that quality's bar is about. */
export type BenchResult = {
  name: string;
  /** Where the data were stored; absent where there are none. */
  on?: string;
  /** Null where it was not measured; `reason` says why. */
  value: number | null;
  unit: string;
  better: Better;
  bar: string;
  /** Whether the bar is met; null where there is none. A failed figure meets none. */
  met: boolean | null;
  reason?: string;
  detail?: Record<string, number | string>;
};

/** A further condition besides the value, such as a percentile of the same runs. */
type Condition = { what: string; value: number; atMost: number; unit?: string };
type Measurement = Pick<BenchResult, 'name' | 'unit' | 'better' | 'detail'> & {
  value: number;
  /** The limit of the value; absent for a figure that is only informative. */
  limit?: number;
  conditions?: Condition[];
};

/** A figure checked against its bar. A value that no measurement can have, such as a negative one, is not measured. */
export function createResult({ name, value, unit, better, limit, conditions = [], detail }: Measurement): BenchResult {
  const bar = barText({ unit, better, ...(limit !== undefined && { limit }), conditions });
  const insane = [{ what: 'value', value }, ...conditions].find((part) => !isSane(part.value));
  if (insane !== undefined) {
    const reason = `its ${insane.what} came out as ${insane.value} ${unit}, which is no measurement`;
    return { ...createFailedResult(name, reason), unit, better, bar };
  }
  const isWithin = limit === undefined || (better === 'higher' ? value >= limit : value <= limit);
  const isMet = isWithin && conditions.every((condition) => condition.value <= condition.atMost);
  return {
    name,
    value: roundDigits(value),
    unit,
    better,
    bar,
    met: bar === '' ? null : isMet,
    ...(detail && { detail }),
  };
}

/** A failed figure: its run does not succeed. */
export function createFailedResult(name: string, reason: string): BenchResult {
  return { name, value: null, unit: '', better: 'lower', bar: '', met: false, reason };
}

export function hasFailed({ value, met }: BenchResult): boolean {
  return value === null && met === false;
}

export function isSane(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

type Bar = Pick<Measurement, 'unit' | 'better' | 'limit'> & { conditions: Condition[] };

function barText({ unit, better, limit, conditions }: Bar): string {
  const ofValue =
    limit === undefined ? [] : [`at ${better === 'higher' ? 'least' : 'most'} ${formatNumber(limit)} ${unit}`.trim()];
  const others = conditions.map(({ what, atMost, unit: own = '' }) =>
    atMost === 0 ? `none ${what}` : `${what} at most ${formatNumber(atMost)} ${own}`.trim(),
  );
  return [...ofValue, ...others].join(', ');
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** The p-th percentile (0 to 1) of unsorted numbers, nearest rank. */
export function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? Number.NaN;
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Three significant digits: a noisy machine is not more precise. */
export function roundDigits(value: number): number {
  return Number(value.toPrecision(3));
}
