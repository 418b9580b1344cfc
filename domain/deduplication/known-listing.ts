import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { toCityKey } from '#domain/geo/place-names.ts';
import { createFingerprint, type Fingerprint, hashText, shareEmpty } from './fingerprint.ts';
import { createImageKey } from './image-key.ts';
import { findParcels } from './parcel-number.ts';

/** The fields of a listing needed for repost detection. Price in whole US dollars. */
export type RepostEntry = Point & {
  listingId: string;
  title: string;
  details: string;
  price: number;
  /** '' or absent where there is none. */
  imageUrl?: string;
  parcel?: string | null;
  propertyType?: string;
  /** Exact where it is absent or 'coordinates', otherwise the centre of an area. */
  basis?: string;
  zipCode?: string | null;
  city?: string | null;
  county?: string | null;
  state?: string | null;
};

/** A listing as it is compared: names are hashes, null where they are not known. */
export type KnownListing = Point &
  Fingerprint & {
    listingId: string;
    price: number;
    picture: number | null;
    parcels: readonly string[];
    propertyType: string | null;
    isExact: boolean;
    zipCode: string | null;
    city: number | null;
    county: number | null;
    isActive: boolean;
  };

function hashName(name: string | null | undefined, state: string | null | undefined): number | null {
  return name && state ? hashText(`${toCityKey(name.replace(/ (?:county|parish)$/i, ''))} ${state}`) : null;
}

export function toKnownListing(entry: RepostEntry): KnownListing {
  const { listingId, title, details, price, imageUrl = '', latitude, longitude, basis = 'coordinates' } = entry;
  const town = [entry.city, entry.county, entry.state].filter(Boolean).join(' ');
  return {
    ...createFingerprint({ title, details, town }),
    listingId,
    price,
    picture: createImageKey(imageUrl),
    parcels: shareEmpty(findParcels(entry.parcel, `${title}\n${details}`)),
    propertyType: entry.propertyType ?? null,
    isExact: basis === 'coordinates',
    zipCode: entry.zipCode ?? null,
    city: hashName(entry.city, entry.state),
    county: hashName(entry.county, entry.state),
    isActive: true,
    latitude,
    longitude,
  };
}

/** Many listings lie exactly at the centre of a town; this skips the calculation for them. */
export const isWithin = (a: Point, b: Point, miles: number): boolean =>
  (a.latitude === b.latitude && a.longitude === b.longitude) || milesBetween(a, b) <= miles;
