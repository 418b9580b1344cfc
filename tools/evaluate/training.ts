import { readListing } from '#domain/classification/features.ts';
import { collectFeatures, outcomes } from '#domain/classification/model.ts';
import { type CorpusRow, isHeldOut, readCorpus, readRegressions } from './corpus.ts';
import { type Example, fitWeights } from './fit.ts';

function toExample(row: CorpusRow): Example {
  const { found } = collectFeatures(readListing(row), () => true);
  const features = new Map([...found].map(([name, { value }]) => [name, value]));
  return { features, outcome: outcomes.indexOf(row.label) };
}

/** In these the price alone says that it is for rent. */
const pricedTraps = ['rentmarketing', 'rentlike', 'rental-marketing', 'rent-to-own-review'];

/** An offer stays what it is without its price, unless the price decided. */
const dropPrice = (rows: CorpusRow[]): CorpusRow[] =>
  rows
    .filter(({ price, trap }) => price !== null && !pricedTraps.includes(trap))
    .map((row) => ({ ...row, price: null }));

/**
 * The weights of the classifier in hundredths, fitted to the part of the corpus that is for training, and to all
 * regressions, which count twice. A stated type is no matter of words, so those rows are left out.
 */
export function trainWeights(): Record<string, number[]> {
  const rows = readCorpus().filter((row) => !isHeldOut(row) && row.propertyType === undefined);
  const regressions = readRegressions();
  const offers = regressions.filter(({ label }) => label !== 'reject' && label !== 'review');
  const texts = [...rows, ...dropPrice(rows), ...regressions, ...regressions, ...dropPrice(offers)];
  const weights = fitWeights(texts.map(toExample));
  const rounded = [...weights].map(
    ([name, values]) => [name, values.map((value) => Math.round(value * 100) + 0)] as const,
  );
  return Object.fromEntries(rounded.filter(([, values]) => values.some((value) => Math.abs(value) > 1)));
}
