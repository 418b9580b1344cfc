import type { AddFeature, Place } from './feature.ts';
import { cutDetails, emitFeatures } from './features.ts';
import type { Reading } from './reading.ts';
import { type Outcome, outcomes } from '#domain/correction/contract.ts';
import { addWords, findWordFeatures, type WordFeatures } from './word-features.ts';
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
type WeightedFeature = { name: string; weights: number[] };
/** The features by name, and those of each word. */
export type FeatureIndex<T> = { find: (name: string) => T | undefined; findWord: (shape: string) => WordFeatures<T> };
export type WeightTable = FeatureIndex<WeightedFeature>;

/** Looks up the features of each word that it has once. */
export function createWeightTable(values: Weights): WeightTable {
  const features = new Map(Object.entries(values).map(([name, weights]) => [name, { name, weights }]));
  const pairs = new Map<string, Map<string, WeightedFeature>>();
  for (const [name, feature] of features) {
    const [before = '', after, ...more] = name.split(' ');
    if (after === undefined || more.length > 0) continue;
    const afters = pairs.get(before) ?? new Map<string, WeightedFeature>();
    pairs.set(before, afters.set(after, feature));
  }
  const words = new Map<string, WordFeatures<WeightedFeature>>();
  const find = (name: string) => features.get(name);
  const findWord = (shape: string) => {
    const known = words.get(shape);
    if (known !== undefined) return known;
    const afters = pairs.get(shape);
    const word = findWordFeatures(shape, find, (next) => afters?.get(next));
    if (afters !== undefined || word.anywhere !== undefined) words.set(shape, word);
    return word;
  };
  return { find, findWord };
}
const fittedTable = createWeightTable(weights);

/** Finds every feature there can be, as its name. */
export const nameIndex: FeatureIndex<string> = {
  find: (name) => name,
  findWord: (shape) => findWordFeatures(shape, (name) => name),
};

/** Each feature of a text that the index has, once, with its largest value. */
export function collectFeatures<T>(reading: Reading, { find, findWord }: FeatureIndex<T>) {
  const features = new Map<T, { value: number; place: Place | null }>();
  const add: AddFeature<T> = (feature, value, place) => {
    if (feature === undefined) return;
    const before = features.get(feature);
    if (before === undefined || before.value < value) features.set(feature, { value, place });
  };
  emitFeatures(reading, (name, value, place) => add(find(name), value, place));
  addWords('title', reading.texts.title, { findWord, add });
  addWords('details', cutDetails(reading), { findWord, add });
  let squares = 0;
  for (const { value } of features.values()) squares += value * value;
  return { features, scale: evidenceNorm / (Math.sqrt(squares) || 1) };
}

/** A linear model: the shares of all outcomes, which add up to 1, and what each feature contributes to them. */
export function scoreReading(reading: Reading, table: WeightTable = fittedTable): Score {
  const { features, scale } = collectFeatures(reading, table);
  const totals = outcomes.map(() => 0);
  for (const [feature, { value }] of features)
    for (let k = 0; k < totals.length; k++)
      totals[k] = (totals[k] ?? 0) + ((feature.weights[k] ?? 0) * value * scale) / 10;
  const most = Math.max(...totals);
  const powers = totals.map((total) => Math.exp(total - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  const shares = Object.fromEntries(outcomes.map((outcome, index) => [outcome, (powers[index] ?? 0) / sum]));
  return {
    shares: shares as Record<Outcome, number>, // its keys are the outcomes
    knows: (word) => table.find(`=${word}`) !== undefined,
    explain: () =>
      [...features].map(([feature, { value, place }]) => ({
        name: feature.name,
        place,
        points: feature.weights.map((weight) => (weight * value * scale) / 10),
      })),
  };
}
