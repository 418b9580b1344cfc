import type { IntakeItem } from '#domain/listing/contract.ts';
import type { EntryPreview } from '#domain/listing/entry.contract.ts';
import type { Place } from '#domain/listing/events.ts';
import { judge, typeIn } from '#domain/classification/judge.ts';
import type { ReadPrice } from '#domain/pricing/price.ts';
import { noPlace, priceReason, readIn, whyNoPrice } from '../pipeline/understand.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';

/** Why it would wait for review, however plain its words. */
function lackOf(item: IntakeItem, read: ReadPrice | null, place: Place | null): string | null {
  if (read === null) return whyNoPrice(item);
  return place === null ? noPlace : null;
}

/** What the rules say of a listing as far as it is typed; nothing comes of it. */
export function previewOf(item: IntakeItem, gazetteer: Gazetteer): EntryPreview {
  const { read, judged } = readIn(item);
  const verdict = judge(judged);
  const place = gazetteer.locate(item);
  const lacks = lackOf(item, read, place);
  const says = verdict.verdict === 'match' && lacks !== null ? 'review' : verdict.verdict;
  return {
    verdict: says,
    reason: verdict.verdict === 'match' ? lacks : verdict.reason,
    price: read?.price ?? null,
    propertyType: typeIn(judged)?.propertyType ?? null,
    place: place && { zipCode: place.zipCode, city: place.city, state: place.state },
    reasons: [...(read === null ? [] : priceReason(item, read)), ...verdict.reasons],
  };
}
