import type { CorpusRow } from './corpus.ts';
import type { Correction } from '#domain/correction/contract.ts';

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
