import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { classify } from '#domain/classification/classify.ts';
import { type Outcome, outcomes, type WeightTable } from '#domain/classification/model.ts';

const row = z.object({
  label: z.enum(outcomes),
  title: z.string(),
  details: z.string(),
  price: z.union([z.number(), z.literal('')]).transform((price) => (price === '' ? null : price)),
  propertyType: z.string().optional(),
  trap: z.string(),
});
export type CorpusRow = z.infer<typeof row>;

const readRows = (name: string): CorpusRow[] =>
  readFileSync(new URL(`corpus/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => row.parse(JSON.parse(line)));

/** A quarter of the corpus is held out where the reading is measured; a row's own text says whether it belongs to it. */
export const isHeldOut = ({
  title,
  details,
  propertyType = '',
}: Pick<CorpusRow, 'title' | 'details' | 'propertyType'>): boolean =>
  (createHash('sha256').update(`${title}\n${details}\n${propertyType}`).digest()[0] ?? 0) % 4 === 0;

export const readCorpus = (): CorpusRow[] => readRows('corpus');
/** Texts that were once decided wrongly; all of them are trained on. */
export const readRegressions = (): CorpusRow[] => readRows('regressions');

/** How a text is decided, by the built-in weights unless others are given. */
export function decideRow(row: CorpusRow, table?: WeightTable): Outcome {
  const verdict = classify(row, table);
  return verdict.verdict === 'match' ? verdict.propertyType : verdict.verdict;
}
