import { findStateCode } from '#domain/geo/place-names.ts';
import type { placeParts } from '#domain/listing/place-text.contract.ts';
import { extractPlace, type Gazetteer, type PlaceFields } from '#server/modules/geo/index.ts';
import type { MailOffer } from './extract-offers.ts';

export type OfferPlace = Pick<PlaceFields, (typeof placeParts)[number]>;

/**
 * The place of an offer: by the columns of its table, else by its text. `senderPlace` is that of its sender: its state
 * completes a city, and all of it counts where the offer names no place.
 */
export function placeOffer(offer: MailOffer, gazetteer: Gazetteer, senderPlace: OfferPlace = {}): OfferPlace {
  const place = findPlace(offer, gazetteer, senderPlace.state);
  if (place === null) return {};
  const { zipCode, city, county, state } = place;
  const isNamed = (zipCode ?? city ?? county) !== undefined;
  if (isNamed) return removeUndefined({ ...place, state: state ?? senderPlace.state });
  return state === undefined || findStateCode(state) === senderPlace.state ? senderPlace : place;
}

/** Null where its text names several. */
function findPlace(
  { title, details, fields }: MailOffer,
  gazetteer: Gazetteer,
  knownState: string | undefined,
): OfferPlace | null {
  const { zipCode, city, county, state } = fields;
  const named = extractPlace([title, details], gazetteer, state ?? knownState);
  const stated = { city, county, state: state ?? named?.state };
  if (isZipOf(zipCode, stated.state ?? knownState, gazetteer)) return { ...stated, zipCode };
  return city === undefined ? named && { ...stated, ...named } : stated;
}

/** A number of a column need not be a ZIP: it is none where it is in another state. */
function isZipOf(zipCode = '', state: string | undefined, gazetteer: Gazetteer): boolean {
  const stateOfZip = gazetteer.zip(zipCode)?.state ?? null;
  return stateOfZip !== null && (state === undefined || [null, stateOfZip].includes(findStateCode(state)));
}

const removeUndefined = (place: OfferPlace): OfferPlace =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
