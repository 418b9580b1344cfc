import type { IntakeItem } from '#domain/listing/contract.ts';
import type { Place } from '#domain/listing/events.ts';
import type { Offer } from '#domain/owner-offer/contract.ts';

const longestExcerpt = 70;

type Told = { offer: Offer; offerId: string; link: string; place: Place | null };

/** An owner's offer as the intake takes it: everything but how to reach them, and where exactly it stands. */
export function itemOf({ offer, offerId, link, place }: Told): IntakeItem {
  const { price, description, imageUrl, zipCode, city, state } = offer;
  return {
    externalId: offerId,
    title: titleOf(offer, place),
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
function titleOf({ propertyType, description, zipCode, city, state }: Offer, place: Place | null): string {
  const type = propertyType.charAt(0).toUpperCase() + propertyType.slice(1);
  const named = [city ?? place?.city, state ?? place?.state].filter((part) => typeof part === 'string').join(', ');
  return `${type} in ${named || (zipCode ?? '')}: ${excerptOf(description)}`;
}

function excerptOf(text: string): string {
  const [sentence = ''] = text.split(/(?<=[.!?])\s|\n/, 1);
  const line = sentence.replace(/[.!\s]+$/, '').replaceAll(/\s+/g, ' ');
  if (line.length <= longestExcerpt) return line;
  const cut = line.slice(0, longestExcerpt);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestExcerpt / 2))}…`;
}
