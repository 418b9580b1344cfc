import type { WeightTable } from '#domain/classification/model.ts';
import { type IntakeItem, intakeItem } from '#domain/listing/contract.ts';
import type { ReviewItem } from '#domain/review.contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { formatReference } from '#domain/owner-offer/contract.ts';
import { linkPicture } from '#domain/picture/contract.ts';
import type { ReviewDoc } from '#projections/review.ts';
import type { Pictures } from '#server/modules/pictures/index.ts';
import { readItem } from '../pipeline/read-item.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import type { Sellers } from '../owner-offers/seller-contacts.ts';

/** A held item as a reviewer sees it, parsed by the current rules. */
export function presentReviewItem(
  { id, reason, source, item: raw, heldAt }: ReviewDoc,
  gazetteer: Gazetteer,
  table?: WeightTable,
): ReviewItem {
  const item = intakeItem.parse(raw);
  const { reasons, ...understood } = readItem(item, gazetteer, table);
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

export type OfferPartsDeps = { sellers: Pick<Sellers, 'contactOf'>; pictures: Pick<Pictures, 'listOf'> };

/** The admin who reviews an owner's offer sees the seller's contact, pictures and reference. */
export async function addOfferParts(item: ReviewItem, { sellers, pictures }: OfferPartsDeps): Promise<ReviewItem> {
  if (item.source !== builtInSources.sell) return item;
  const [seller, uploads] = await Promise.all([sellers.contactOf(item.id), pictures.listOf(item.id)]);
  return {
    ...item,
    reference: formatReference(item.id),
    ...(seller && { seller }),
    ...(uploads.length > 0 && { pictures: uploads.map(({ id }) => linkPicture(id)) }),
  };
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
    parcel: orNull(item.parcel ?? item.apn),
    zipCode: orNull(item.zipCode),
    city: orNull(item.city),
    county: orNull(item.county),
    state: orNull(item.state),
    latitude: orNull(item.latitude),
    longitude: orNull(item.longitude),
  };
}

function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}
