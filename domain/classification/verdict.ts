import type { PropertyType } from '#domain/listing/contract.ts';
import type { QuotedReason } from '#domain/listing/facts.contract.ts';

/**
 * The input of the classifier. `price` in whole US dollars, null where none could be read; `propertyType` as the source
 * states it.
 */
export type ListingText = { title: string; details: string; price: number | null; propertyType?: string | undefined };

/**
 * `reason` is a sentence for people; every quote occurs literally in the title or the details. With `needsOpinion` the
 * match is narrow: a second opinion may hold it.
 */
export type ClassificationVerdict =
  | { verdict: 'match'; propertyType: PropertyType; reasons: QuotedReason[]; needsOpinion?: true }
  | { verdict: 'reject'; reason: string; reasons: QuotedReason[] }
  | { verdict: 'review'; reason: string; reasons: QuotedReason[] };

/** The offer itself says so; a listing that was accepted earlier is then withdrawn. */
export const alreadySoldReason = 'It is sold already';
