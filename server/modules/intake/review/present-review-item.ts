import { type IntakeItem, intakeItem } from '#domain/listing/contract.ts';
import type { ReviewItem } from '#domain/review/review.contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import type { ReviewDoc } from '#projections/review.ts';
import { presentReading } from '../pipeline/read-item.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import type { Sellers } from '../owner-offers/seller-contacts.ts';

/** A held item as a reviewer sees it, parsed by the current rules. */
export function presentReviewItem(
  { id, reason, source, item: raw, heldAt }: ReviewDoc,
  gazetteer: Gazetteer,
): ReviewItem {
  const item = intakeItem.parse(raw);
  const { reasons, ...understood } = presentReading(item, gazetteer).reading;
  return {
    id,
    reason,
    source,
    at: heldAt,
    listing: toReviewListing(item),
    understood,
    reasons,
  };
}

/** The admin who reviews an owner's offer sees the seller's contact. */
export async function addSeller(item: ReviewItem, { contactOf }: Pick<Sellers, 'contactOf'>): Promise<ReviewItem> {
  const seller = item.source === builtInSources.sell ? await contactOf(item.id) : null;
  return seller ? { ...item, seller } : item;
}

function toReviewListing(item: IntakeItem): ReviewItem['listing'] {
  const { title, link } = item;
  return {
    title,
    link,
    externalId: orNull(item.externalId),
    priceText: String(item.price ?? ''),
    details: orNull(item.details),
    imageUrl: orNull(item.imageUrl),
    postedAt: orNull(item.postedAt),
    zipCode: orNull(item.zipCode),
    city: orNull(item.city),
    state: orNull(item.state),
    latitude: orNull(item.latitude),
    longitude: orNull(item.longitude),
  };
}

function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}
