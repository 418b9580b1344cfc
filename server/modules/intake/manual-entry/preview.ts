import type { IntakeItem } from '#domain/listing/contract.ts';
import type { ManualEntryPreview } from '#domain/listing/manual-entry.contract.ts';
import type { ItemReading } from '#domain/listing/facts.contract.ts';
import { presentReading } from '../pipeline/read-item.ts';
import { unknownPlaceReason, explainMissingPrice } from '../pipeline/parse-item.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';

/** Why it would wait for review, however clear its text is. */
function findHoldReason(item: IntakeItem, { price, place }: ItemReading): string | null {
  if (price === null) return explainMissingPrice(item);
  return place === null ? unknownPlaceReason : null;
}

/** The classification of a partly typed listing; nothing is stored. */
export function previewEntry(item: IntakeItem, gazetteer: Gazetteer): ManualEntryPreview {
  const { reading, verdict } = presentReading(item, gazetteer);
  const holdReason = findHoldReason(item, reading);
  const says = verdict.verdict === 'match' && holdReason !== null ? 'review' : verdict.verdict;
  return { verdict: says, reason: verdict.verdict === 'match' ? holdReason : verdict.reason, ...reading };
}
