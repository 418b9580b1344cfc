import type { AddFeature, Place } from './feature.ts';
import { cutDetails, emitFeatures } from './features.ts';
import type { Reading } from './reading.ts';
import { type Outcome, outcomes } from '#domain/correction/contract.ts';
import { addWords, findWordFeatures, type WordFeatures } from './word-features.ts';
import fittedWeights from './training/weights.json' with { type: 'json' };

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
/** The features by name, and those of each word. */
export type FeatureIndex<T> = { find: (name: string) => T | undefined; findWord: (shape: string) => WordFeatures<T> };
/** A feature is the index of its name; the weights of all features, one after the other. */
export type WeightTable = FeatureIndex<number> & { names: string[]; weights: Float64Array };

/** Looks up the features of each word that it has once. */
export function createWeightTable(values: Weights): WeightTable {
  const names = Object.keys(values);
  const features = new Map(names.map((name, feature) => [name, feature]));
  const pairs = indexPairs(features);
  const words = new Map<string, WordFeatures<number>>();
  const find = (name: string) => features.get(name);
  const findWord = (shape: string) => {
    const known = words.get(shape);
    if (known !== undefined) return known;
    const pairsOfWord = pairs.get(shape);
    const word = findWordFeatures(shape, find, (next) => pairsOfWord?.get(next));
    if (pairsOfWord !== undefined || word.anywhere !== undefined) words.set(shape, word);
    return word;
  };
  return { names, weights: new Float64Array(Object.values(values).flat()), find, findWord };
}

/** The features that are named by two words, by the first and then by the second one. */
function indexPairs(features: ReadonlyMap<string, number>): Map<string, Map<string, number>> {
  const pairs = new Map<string, Map<string, number>>();
  for (const [name, feature] of features) {
    const space = name.indexOf(' ');
    if (space < 0 || name.includes(' ', space + 1)) continue;
    const before = name.slice(0, space);
    const pairsOfWord = pairs.get(before) ?? new Map<string, number>();
    pairs.set(before, pairsOfWord.set(name.slice(space + 1), feature));
  }
  return pairs;
}

let fittedTable: WeightTable | null = null;
/** The built-in weights. A thread that reads no text builds no table. */
export const getFittedTable = () => (fittedTable ??= createWeightTable(fittedWeights));

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
export function scoreReading(reading: Reading, table: WeightTable = getFittedTable()): Score {
  const { features, scale } = collectFeatures(reading, table);
  const { names, weights } = table;
  const size = outcomes.length;
  const totals = new Float64Array(size);
  for (const [feature, { value }] of features)
    for (let k = 0; k < size; k++)
      totals[k] = (totals[k] ?? 0) + ((weights[feature * size + k] ?? 0) * value * scale) / 10;
  const most = Math.max(...totals);
  const powers = Array.from(totals, (total) => Math.exp(total - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  const shares = Object.fromEntries(outcomes.map((outcome, index) => [outcome, (powers[index] ?? 0) / sum]));
  return {
    shares: shares as Record<Outcome, number>, // its keys are the outcomes
    knows: (word) => table.find(`=${word}`) !== undefined,
    explain: () =>
      [...features].map(([feature, { value, place }]) => ({
        name: names[feature] ?? '',
        place,
        points: Array.from(
          weights.subarray(feature * size, (feature + 1) * size),
          (weight) => (weight * value * scale) / 10,
        ),
      })),
  };
}
