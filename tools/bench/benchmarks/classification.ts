import { classify as judged } from '#domain/classification/classify.ts';
import { type BenchResult, createResult } from '../result.ts';
import { createFacts, type Wording, wordings } from '../identity/offers.ts';
import { pick, createRandom } from '../data/random.ts';

const textCount = 3000;
/** Texts that make careless patterns run extremely long. */
const hostile = ['near the ', 'for a ', '$1,', '1 ', 'house or ', 'parking ', 'rental and ', '- ', 'a, ', '🏠'];

/** Texts classified per second; and the slowest of the texts of 100 kB that were built to be slow. */
export function measureClassification(): Promise<BenchResult[]> {
  const random = createRandom(11);
  const offers = Array.from({ length: textCount }, () => {
    const wording = pick(random, Object.keys(wordings) as Wording[]); // the keys of an object literal
    return { ...wordings[wording](createFacts(random)), price: 1000 * (5 + Math.floor(random() * 90)) };
  });
  // The first text, and the first with letters beyond Latin-1, compile all patterns.
  for (const offer of offers.slice(0, 300)) judged({ ...offer, details: `${offer.details} 🏠` });
  for (const offer of offers.slice(0, 300)) judged(offer);
  const begun = performance.now();
  for (const offer of offers) judged(offer);
  const rate = (textCount / (performance.now() - begun)) * 1000;
  const slowest = Math.max(
    ...hostile.map((piece) => {
      const details = piece.repeat(Math.ceil(100_000 / piece.length));
      const at = performance.now();
      judged({ title: 'House for sale', details, price: null });
      return performance.now() - at;
    }),
  );
  return Promise.resolve([
    createResult({ name: 'texts judged', value: rate, unit: 'a second', better: 'higher', limit: 2600 }),
    createResult({
      name: 'slowest judgement of a hostile text of 100 kB',
      value: slowest,
      unit: 'ms',
      better: 'lower',
      limit: 10,
    }),
  ]);
}
