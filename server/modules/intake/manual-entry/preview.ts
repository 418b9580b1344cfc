import { presentPrice } from '#domain/shared/money.contract.ts';
import type { IntakeItem } from '#domain/listing/contract.ts';
import type { ManualEntryPreview } from '#domain/listing/manual-entry.contract.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import { classify, detectType } from '#domain/classification/classify.ts';
import type { ParsedPrice } from '#domain/pricing/parse-price.ts';
import { unknownPlaceReason, toPriceReasons, extractPrice, explainMissingPrice } from '../pipeline/parse-item.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';

/** Why it would wait for review, however clear its text is. */
function findHoldReason(item: IntakeItem, read: ParsedPrice | null, place: ListingLocation | null): string | null {
  if (read === null) return explainMissingPrice(item);
  return place === null ? unknownPlaceReason : null;
}

/** The classification of a partly typed listing; nothing is stored. */
export function previewEntry(item: IntakeItem, gazetteer: Gazetteer): ManualEntryPreview {
  const { parsedPrice, listingText } = extractPrice(item);
  const verdict = classify(listingText);
  const place = gazetteer.locate(item);
  const holdReason = findHoldReason(item, parsedPrice, place);
  const says = verdict.verdict === 'match' && holdReason !== null ? 'review' : verdict.verdict;
  return {
    verdict: says,
    reason: verdict.verdict === 'match' ? holdReason : verdict.reason,
    ...presentPrice(parsedPrice?.price ?? null),
    propertyType: detectType(listingText)?.propertyType ?? null,
    place: place && { zipCode: place.zipCode, city: place.city, state: place.state },
    reasons: [...(parsedPrice === null ? [] : toPriceReasons(item, parsedPrice)), ...verdict.reasons],
  };
}
