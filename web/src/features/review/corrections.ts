import type { ZipPlace } from '#web/lib/api/zip-place.ts';
import { findNamedField } from '#web/lib/field-error.ts';
import { formatPlace, namedParts } from '#domain/listing/place-text.contract.ts';
import type { ReviewItem } from '#domain/review.contract.ts';

const fieldNames = ['title', 'price', 'propertyType', 'parcel', 'zipCode', ...namedParts] as const;
export type ReviewFieldName = (typeof fieldNames)[number];
/** The fields that a reviewer can correct, as typed; '' for unknown values. */
export type ReviewFields = Record<ReviewFieldName, string>;
/** `filled`: what the ZIP has filled in. */
export type ReviewDraft = ReviewFields & { filled?: ZipPlace };

export function toReviewFields({ listing, understood }: ReviewItem): ReviewFields {
  return {
    title: listing.title,
    price: String(understood.price ?? listing.priceText),
    propertyType: understood.propertyType ?? '',
    parcel: listing.parcel ?? '',
    zipCode: listing.zipCode ?? '',
    city: listing.city ?? '',
    county: listing.county ?? '',
    state: listing.state ?? '',
  };
}

/** The changed `fields` in the form that the server accepts. City, county and state are sent together. */
export function findCorrections(
  fields: ReviewFields,
  before: ReviewFields,
): Partial<Record<ReviewFieldName, string | number>> {
  const isOther = (name: ReviewFieldName) => fields[name].trim() !== before[name].trim();
  const hasMoved = namedParts.some(isOther);
  const isSent = (name: ReviewFieldName) => isOther(name) || (hasMoved && namedParts.some((part) => part === name));
  return Object.fromEntries(fieldNames.filter(isSent).map((name) => [name, toFieldValue(name, fields[name].trim())]));
}

function toFieldValue(name: ReviewFieldName, text: string): string | number {
  return name === 'price' && /^\$?\s?\d[\d,]*$/.test(text) ? Number(text.replaceAll(/\D/g, '')) : text;
}

/** The field that a refusal of the server names, null if it names none. */
export function findReviewField(refusal: string): ReviewFieldName | null {
  return refusal.startsWith('place') ? 'zipCode' : findNamedField(refusal, fieldNames);
}

/** 'Detroit, MI 48204': the place as the scout knows it, else as the source gave it. */
export function formatGivenPlace({ listing, understood }: ReviewItem): string {
  return formatPlace({ county: listing.county, ...(understood.place ?? listing) }) || 'No place';
}
