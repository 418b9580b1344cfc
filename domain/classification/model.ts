import type { Place } from './feature.ts';
import { emitFeatures } from './features.ts';
import type { Reading } from './reading.ts';
import { type Outcome, outcomes } from '#domain/correction/contract.ts';
import weights from './training/weights.json' with { type: 'json' };

/** How much a feature speaks for each outcome. */
export type Contribution = { name: string; place: Place | null; points: number[] };
export type Score = {
  shares: Record<Outcome, number>;
  explain: () => Contribution[];
  /** Whether the weights have this word, in small letters. */
  knows: (word: string) => boolean;
};

/** Texts of any length have evidence of the same total weight. */
export const evidenceNorm = 4;

/** The weights of each feature, one for each outcome, in tenths. */
export type Weights = Record<string, number[]>;
export type WeightTable = ReadonlyMap<string, number[]>;
export const createWeightTable = (values: Weights): WeightTable => new Map(Object.entries(values));
const fittedTable = createWeightTable(weights);

type Features<T> = Map<string, { value: number; place: Place | null; entry: T }>;

/** Each feature of a text that `lookUp` knows, once, with its largest value. */
export function collectFeatures<T>(reading: Reading, lookUp: (name: string) => T | undefined) {
  const features: Features<T> = new Map();
  emitFeatures(reading, (name, value, place) => {
    const entry = lookUp(name);
    if (entry === undefined) return;
    const before = features.get(name);
    if (before === undefined || before.value < value) features.set(name, { value, place, entry });
  });
  let squares = 0;
  for (const { value } of features.values()) squares += value * value;
  return { features, scale: evidenceNorm / (Math.sqrt(squares) || 1) };
}

/** A linear model: the shares of all outcomes, which add up to 1, and what each feature contributes to them. */
export function scoreReading(reading: Reading, table: WeightTable = fittedTable): Score {
  const { features, scale } = collectFeatures(reading, (name) => table.get(name));
  const totals = outcomes.map(() => 0);
  for (const { value, entry } of features.values())
    for (let k = 0; k < totals.length; k++) totals[k] = (totals[k] ?? 0) + ((entry[k] ?? 0) * value * scale) / 10;
  const most = Math.max(...totals);
  const powers = totals.map((total) => Math.exp(total - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  const shares = Object.fromEntries(outcomes.map((outcome, index) => [outcome, (powers[index] ?? 0) / sum]));
  return {
    shares: shares as Record<Outcome, number>, // its keys are the outcomes
    knows: (word) => table.has(`=${word}`),
    explain: () =>
      [...features].map(([name, { value, place, entry }]) => ({
        name,
        place,
        points: entry.map((weight) => (weight * value * scale) / 10),
      })),
  };
}
