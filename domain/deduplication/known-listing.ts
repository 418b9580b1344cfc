import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { toCityKey } from '#domain/geo/place-names.ts';
import { createFingerprint, type Fingerprint, hashText, shareEmpty } from './fingerprint.ts';
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
    /** Of the whole details. */
    text: number | null;
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

/** Size suffixes of one picture: '_600x450', '-1024x768', '@2x', '_large'. */
const sizeSuffix = /(?:[._@-](?:\d{2,5}x\d{2,5}|\d{1,2}x|thumb(?:nail)?|small|medium|large|full|original))+$/i;
/** A name with enough characters and digits to identify one picture at any host. */
const isDistinctive = (name: string) => name.length >= 10 && name.replaceAll(/\D/g, '').length >= 3;

/** Pictures that a site shows where there is none. */
const placeholder = /no[-_]?(?:image|photo|picture|pic)|placeholder|default|coming[-_]?soon|logo|blank|spacer/i;

/** A key of a picture, independent of host and size; null where there is no picture. A 31-bit hash. */
function createImageKey(imageUrl: string): number | null {
  if (imageUrl === '' || placeholder.test(imageUrl.slice(imageUrl.lastIndexOf('/') + 1))) return null;
  const [path = ''] = imageUrl.split(/[?#]/, 1);
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w{2,5}$/, '')
    .replace(sizeSuffix, '');
  return hashText(isDistinctive(name) ? name.toLowerCase() : imageUrl.replace(/^https?:/i, ''));
}

const maxCached = 1_000;
const maxCachedLength = 4_000;
/** The last ones by text: a listing is looked up, then added, and then comes back through the log. */
const textPrints = new Map<string, TextPrint>();

type TextPrint = Fingerprint & Pick<KnownListing, 'parcels' | 'text'>;

function getTextPrint({ title, details, city, county, state, parcel }: RepostEntry): TextPrint {
  const town = [city, county, state].filter(Boolean).join(' ');
  const text = [title, details, town, parcel].join('\0');
  const known = textPrints.get(text);
  if (known !== undefined) return known;
  if (textPrints.size >= maxCached) textPrints.clear();
  const parcels = shareEmpty(findParcels(parcel, `${title}\n${details}`));
  const fingerprint = createFingerprint({ title, details, town });
  const wholeText = fingerprint.details.length === 0 ? null : hashText(Array.from(fingerprint.details).join(' '));
  const created = { ...fingerprint, parcels, text: wholeText };
  if (text.length <= maxCachedLength) textPrints.set(text, created);
  return created;
}

export function toKnownListing(entry: RepostEntry): KnownListing {
  const { listingId, price, imageUrl = '', latitude, longitude, basis = 'coordinates' } = entry;
  return {
    ...getTextPrint(entry),
    listingId,
    price,
    picture: createImageKey(imageUrl),
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
