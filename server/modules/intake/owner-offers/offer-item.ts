import { cutAtWord } from '#domain/shared/foreign-text.contract.ts';
import type { IntakeItem } from '#domain/listing/contract.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import type { OwnerOffer } from '#domain/owner-offer/contract.ts';

const maxExcerptLength = 70;

type OfferDetails = { offer: OwnerOffer; offerId: string; link: string; place: ListingLocation | null };

/** An owner's offer as a raw item for the intake: everything except the contact and the exact address. */
export function toIntakeItem({ offer, offerId, link, place }: OfferDetails): IntakeItem {
  const { price, description, imageUrl, zipCode, city, state } = offer;
  return {
    externalId: offerId,
    title: buildTitle(offer, place),
    price,
    details: description,
    link,
    ...(imageUrl !== undefined && { imageUrl }),
    ...(zipCode !== undefined && { zipCode }),
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
  };
}

/** 'House in Detroit, MI: Inherited three bedroom house, sold as-is…' */
function buildTitle(
  { propertyType, description, zipCode, city, state }: OwnerOffer,
  place: ListingLocation | null,
): string {
  const type = propertyType.charAt(0).toUpperCase() + propertyType.slice(1);
  const named = [city ?? place?.city, state ?? place?.state].filter((part) => typeof part === 'string').join(', ');
  return `${type} in ${named || (zipCode ?? '')}: ${buildExcerpt(description)}`;
}

function buildExcerpt(text: string): string {
  const [sentence = ''] = text.split(/(?<=[.!?])\s|\n/, 1);
  return cutAtWord(sentence.replace(/[.!\s]+$/, ''), maxExcerptLength);
}
