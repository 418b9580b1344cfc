import type { IntakeResult } from '#domain/listing/contract.ts';

/**
 * The outcomes of the rows of a pass, and reasons with their counts. Accepted, duplicates, review and rejected add up
 * to rows.
 */
export type PassStats = {
  rows: number;
  accepted: number;
  duplicates: number;
  review: Record<string, number>;
  rejected: Record<string, number>;
  /** Fields that were left out, by reason; absent in states of earlier versions. */
  leftOut?: Record<string, number>;
};

/** Reasons may quote the listing; beyond this many different ones they are counted together. */
const maxReasons = 50;
const otherReasons = 'Other reasons';

export function createPassStats(): PassStats {
  return { rows: 0, accepted: 0, duplicates: 0, review: {}, rejected: {} };
}

export function addResult(figures: PassStats, result: IntakeResult, rows: number): void {
  figures.rows += rows;
  figures.accepted += result.accepted;
  figures.duplicates += result.duplicates;
  for (const { reason } of result.review) countReason(figures.review, reason);
  for (const { reason } of result.rejected) countReason(figures.rejected, reason);
  for (const { reason } of result.leftOut ?? []) countReason((figures.leftOut ??= {}), reason);
}

function countReason(counts: Record<string, number>, reason: string): void {
  const key = Object.hasOwn(counts, reason) || Object.keys(counts).length < maxReasons ? reason : otherReasons;
  counts[key] = (counts[key] ?? 0) + 1;
}
