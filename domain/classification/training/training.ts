import { readListing } from '../reading.ts';
import { collectFeatures, outcomes, type Weights } from '../model.ts';
import { type CorpusRow, corpusRows, isHeldOut, regressionRows } from './corpus.ts';
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
 * Weights in hundredths, fitted to texts of the corpus and to all regressions, which count twice. A stated type is no
 * matter of words, so those rows are left out.
 */
function fitRounded(corpus: CorpusRow[]): Weights {
  const rows = corpus.filter(({ propertyType }) => propertyType === undefined);
  const offers = regressionRows.filter(({ label }) => label !== 'reject' && label !== 'review');
  const texts = [
    ...rows,
    ...dropPrice(rows),
    ...regressionRows,
    ...regressionRows,
    ...dropPrice(offers),
    ...createVariations(),
  ];
  const weights = fitWeights(texts.map(toExample));
  const rounded = [...weights].map(
    ([name, values]) => [name, values.map((value) => Math.round(value * 100) + 0)] as const,
  );
  return Object.fromEntries(rounded.filter(([, values]) => values.some((value) => Math.abs(value) > 1)));
}

/** The weights of the classifier: those of weights.json. */
export const trainWeights = (): Weights => fitRounded(corpusRows);

/** Weights that never saw the texts that are held out: they tell how well texts of others are read. */
export const trainWithoutHeldOut = (): Weights => fitRounded(corpusRows.filter((row) => !isHeldOut(row)));
