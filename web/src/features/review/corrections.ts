import { findNamedField } from '#web/lib/field-error.ts';
import type { ReviewItem } from '#domain/review/review.contract.ts';

/** The fields that a reviewer can correct, as typed; '' for unknown values. */
export type ReviewFields = Record<'title' | 'price' | 'propertyType' | 'zipCode' | 'city' | 'state', string>;
export type ReviewFieldName = keyof ReviewFields;

const placeFields = ['city', 'state'] as const;
const fieldNames: ReviewFieldName[] = ['title', 'price', 'propertyType', 'zipCode', ...placeFields];

export function toReviewFields({ listing, understood }: ReviewItem): ReviewFields {
  return {
    title: listing.title,
    price: String(understood.price ?? listing.priceText),
    propertyType: understood.propertyType ?? '',
    zipCode: listing.zipCode ?? '',
    city: listing.city ?? '',
    state: listing.state ?? '',
  };
}

/** The changed `fields` in the form that the server accepts. City and state are sent together. */
export function findCorrections(
  fields: ReviewFields,
  before: ReviewFields,
): Partial<Record<ReviewFieldName, string | number>> {
  const isOther = (name: ReviewFieldName) => fields[name].trim() !== before[name].trim();
  const hasMoved = placeFields.some(isOther);
  const isSent = (name: ReviewFieldName) => isOther(name) || (hasMoved && placeFields.some((part) => part === name));
  return Object.fromEntries(fieldNames.filter(isSent).map((name) => [name, toFieldValue(name, fields[name].trim())]));
}

function toFieldValue(name: ReviewFieldName, text: string): string | number {
  return name === 'price' && /^\$?\s?\d[\d,]*$/.test(text) ? Number(text.replaceAll(/\D/g, '')) : text;
}

/** The field that a refusal of the server names, null if it names none. */
export function findReviewField(refusal: string): ReviewFieldName | null {
  return refusal.startsWith('place') ? 'zipCode' : findNamedField(refusal, fieldNames);
}
