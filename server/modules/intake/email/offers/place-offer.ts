import { findStateCode } from '#domain/geo/place-names.ts';
import { extractPlace, type Gazetteer, type PlaceFields } from '#server/modules/geo/index.ts';
import type { MailOffer } from './extract-offers.ts';

export type OfferPlace = Pick<PlaceFields, 'zipCode' | 'city' | 'county' | 'state'>;

/** The place of an offer: by the columns of its table, else by its text. */
export function placeOffer({ title, details, fields }: MailOffer, gazetteer: Gazetteer): OfferPlace {
  const { zipCode, city, county, state } = fields;
  const { city: namedCity, ...named } = extractPlace([title, details], gazetteer, state);
  const stated = removeUndefined({ city, county, state: state ?? named.state });
  if (isZipOf(zipCode, stated.state, gazetteer)) return { ...stated, zipCode };
  return city === undefined ? removeUndefined({ ...stated, ...named, city: namedCity }) : stated;
}

/** A number of a column need not be a ZIP: it is none where it is in another state. */
function isZipOf(zipCode = '', state: string | undefined, gazetteer: Gazetteer): boolean {
  const found = gazetteer.zip(zipCode)?.state ?? null;
  return found !== null && (state === undefined || [null, found].includes(findStateCode(state)));
}

const removeUndefined = (place: OfferPlace): OfferPlace =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
