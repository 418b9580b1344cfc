import { hashText } from '#domain/deduplication/fingerprint.ts';
import { classify, toOutcome } from '../classify.ts';
import type { WeightTable } from '../model.ts';
import type { Outcome } from '#domain/correction/contract.ts';
import type { ListingText } from '../verdict.ts';
import corpus from './corpus.json' with { type: 'json' };
import regressions from './regressions.json' with { type: 'json' };

/** A labeled text; `cues` are its signals of an off-market offer, `trap` is what makes it hard. */
export type CorpusRow = ListingText & { label: Outcome; cues?: string; trap: string };

export const corpusRows = corpus as CorpusRow[]; // corpus.test.ts checks them
/** Texts that were once decided wrongly; all of them are trained on. */
export const regressionRows = regressions as CorpusRow[]; // so are these

/** A quarter of the corpus is held out where the reading is measured; a row's own text says whether it belongs to it. */
export const isHeldOut = ({ title, details, propertyType = '' }: Omit<ListingText, 'price'>): boolean =>
  hashText(`${title}\n${details}\n${propertyType}`) % 4 === 0;

/** How a text is decided, by the built-in weights unless others are given. */
export const decideRow = (row: ListingText, table?: WeightTable): Outcome => toOutcome(classify(row, table));
