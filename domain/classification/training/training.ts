import { readListing } from '../reading.ts';
import { collectFeatures, createWeightTable, type Weights } from '../model.ts';
import { outcomes, type HeldOutFigures } from '#domain/correction/contract.ts';
import { type CorpusRow, corpusRows, decideRow, isHeldOut, regressionRows } from './corpus.ts';
import { type Example, fitWeights } from './fit.ts';
import { createVariations } from './variations.ts';

function toExample(row: CorpusRow): Example {
  const { features } = collectFeatures(readListing(row), () => true);
  const values = new Map([...features].map(([name, { value }]) => [name, value]));
  return { features: values, outcome: outcomes.indexOf(row.label) };
}

/** In these the price alone says that it is for rent. */
const pricedTraps = ['rentmarketing', 'rentlike', 'rental-marketing', 'rent-to-own-review'];

/** An offer stays what it is without its price, unless the price decided. */
const dropPrice = (rows: CorpusRow[]): CorpusRow[] =>
  rows
    .filter(({ price, trap }) => price !== null && !pricedTraps.includes(trap))
    .map((row) => ({ ...row, price: null }));

/**
 * Weights in hundredths, fitted to texts of the corpus, and to all regressions and corrections, which count twice. A
 * stated type is no matter of words, so those rows are left out.
 */
function fitRounded(corpus: CorpusRow[], corrections: CorpusRow[] = []): Weights {
  const rows = corpus.filter(({ propertyType }) => propertyType === undefined);
  const mended = [...regressionRows, ...corrections];
  const offers = mended.filter(({ label }) => label !== 'reject' && label !== 'review');
  const texts = [...rows, ...dropPrice(rows), ...mended, ...mended, ...dropPrice(offers), ...createVariations()];
  const weights = fitWeights(texts.map(toExample));
  const rounded = [...weights].map(
    ([name, values]) => [name, values.map((value) => Math.round(value * 100) + 0)] as const,
  );
  return Object.fromEntries(rounded.filter(([, values]) => values.some((value) => Math.abs(value) > 1)));
}

/** The weights of the classifier: those of weights.json, unless corrections are fitted in. */
export const trainWeights = (corrections?: CorpusRow[]): Weights => fitRounded(corpusRows, corrections);

/** Weights that never saw the texts that are held out: they tell how well texts of others are read. */
export const trainWithoutHeldOut = (corrections?: CorpusRow[]): Weights =>
  fitRounded(
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
