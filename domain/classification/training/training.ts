import { readListing } from '../reading.ts';
import { collectFeatures, createWeightTable, nameIndex, type Weights } from '../model.ts';
import { type Correction, outcomes, type HeldOutFigures } from '#domain/correction/contract.ts';
import { type CorpusRow, corpusRows, decideRow, isHeldOut, regressionRows } from './corpus.ts';
import { type Example, fitWeights } from './fit.ts';
import { createVariations } from './variations.ts';

function toExample(row: CorpusRow): Example {
  const { features } = collectFeatures(readListing(row), nameIndex);
  const values = new Map([...features].map(([name, { value }]) => [name, value]));
  return { key: `${row.title}\n${row.details}`, features: values, outcome: outcomes.indexOf(row.label) };
}

/** In tenths. Smaller ones say too little to be kept. */
const leastWeight = 2;

/** Weights in tenths, by the name of their feature. */
function roundWeights(weights: ReadonlyMap<string, number[]>): Weights {
  const rounded = [...weights].map(
    ([name, values]) => [name, values.map((value) => Math.round(value * 10) + 0)] as const,
  );
  return Object.fromEntries(rounded.filter(([, values]) => values.some((value) => Math.abs(value) >= leastWeight)));
}

/** An offer stays one without its price. Those of the corpus keep theirs: texts without a price are mostly no offers. */
const listPriceless = (rows: readonly CorpusRow[]): CorpusRow[] =>
  rows
    .filter(({ label, price }) => label !== 'reject' && label !== 'review' && price !== null)
    .map((row) => ({ ...row, price: null }));

/** Each text counts once, what was decided wrongly more often. A stated type is no matter of words: such rows are left out. */
function fitFor(corpus: readonly CorpusRow[], corrections: readonly CorpusRow[] = []): Weights {
  const rows = corpus.filter(({ propertyType }) => propertyType === undefined);
  const mended = [...regressionRows, ...corrections];
  const texts = [...rows, ...mended, ...mended, ...listPriceless(mended), ...createVariations()];
  return roundWeights(fitWeights(texts.map(toExample)));
}

/** The weights of the classifier: those of weights.json, unless corrections are fitted in. */
export const trainWeights = (corrections?: CorpusRow[]): Weights => fitFor(corpusRows, corrections);

/** Weights that never saw the texts that are held out: they tell how well texts of others are read. */
export const trainWithoutHeldOut = (corrections?: CorpusRow[]): Weights =>
  fitFor(
    corpusRows.filter((row) => !isHeldOut(row)),
    corrections,
  );

/** How well texts of others are read without and with these corrections. */
export function measureCorrections(corrections: CorpusRow[]): HeldOutFigures {
  const heldOut = corpusRows.filter(isHeldOut);
  const measure = (weights: Weights) => {
    const table = createWeightTable(weights);
    return heldOut.filter((row) => decideRow(row, table) === row.label).length / heldOut.length;
  };
  return {
    texts: heldOut.length,
    before: measure(trainWithoutHeldOut()),
    after: measure(trainWithoutHeldOut(corrections)),
  };
}

/**
 * What can be trained on: the last label of each text, where it is a single type or a rejection. A stated type is no matter
 * of words, so those texts are left out.
 */
export function toTrainingRows(corrections: readonly Correction[]): CorpusRow[] {
  const lastOfTexts = new Map(corrections.map((row) => [`${row.text.title}\n${row.text.details}`, row]));
  return [...lastOfTexts.values()].flatMap(({ text, label }) =>
    label === 'match' || text.propertyType !== undefined ? [] : [{ ...text, label, trap: 'correction' }],
  );
}
