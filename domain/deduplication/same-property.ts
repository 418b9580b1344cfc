import { hasConflictingNumbers, hasSameParts, jaccard } from './fingerprint.ts';
import { isWithin, type KnownListing, type RepostEntry, toKnownListing } from './known-listing.ts';
import { compareParcels } from './parcel-number.ts';
import { compareTexts, isTextTelling } from './same-text.ts';
import type { RepostEvidence } from './repost-evidence.ts';
import { formatAddress, isSameAddress, type StreetAddress } from './street-address.ts';

/** `rank` orders several matches: a parcel before an address before a text. */
export type SameProperty = { evidence: RepostEvidence; rank: number };

export const repostLimits = {
  miles: 1,
  /** A price within a fifth of the first one. */
  priceShare: 5,
  /** Two listings with one parcel number may be placed by the centre of their county. */
  milesInCounty: 40,
  /** From the centre of a ZIP to an address in it. */
  milesInZip: 5,
  /** An address with a similar text is one property at any price between these shares of the first one. */
  leastPriceShare: 0.4,
  mostPriceShare: 2,
  similarDetails: 0.35,
  similarTitle: 0.4,
} as const;

/** Numbers that may change from one posting of an address to the next. */
const changingNumbers = [
  '',
  'sqft',
  'arv',
  'built',
  'ref',
  'mls',
  'stock',
  'apn',
  'parcel',
  'folio',
  'pin',
  'case',
  'cert',
  'item',
];
/** Two sources may count the rooms of one parcel in different ways. */
const uncertainNumbers = [...changingNumbers, 'bed', 'bath', 'acre', 'dim', 'lot', 'block', 'tract'];

const isCloseInPrice = (first: KnownListing, again: KnownListing) =>
  Math.abs(again.price - first.price) * repostLimits.priceShare <= first.price;

const isKnownSame = <Value>(a: Value | null, b: Value | null) => a !== null && a === b;

const isSameCounty = (a: KnownListing, b: KnownListing) =>
  a.county !== null && b.county !== null ? a.county === b.county : isWithin(a, b, repostLimits.milesInCounty);

/** Whether both are known by their ZIP alone, and by two different ones. */
const haveOtherZips = (a: KnownListing, b: KnownListing) =>
  !a.isExact && !b.isExact && a.zipCode !== null && b.zipCode !== null && a.zipCode !== b.zipCode;

/** Whether one street and number can be the same house: in one ZIP or city, or close to each other. */
function isSameTown(a: KnownListing, b: KnownListing): boolean {
  if (a.isExact && b.isExact) return isWithin(a, b, repostLimits.miles);
  if (haveOtherZips(a, b)) return false;
  const isNamedSame = isKnownSame(a.zipCode, b.zipCode) || isKnownSame(a.city, b.city);
  return isNamedSame || (isCloseInPrice(a, b) && isWithin(a, b, repostLimits.milesInZip));
}

const hasSimilarText = (a: KnownListing, b: KnownListing) =>
  a.details.length === 0 ||
  b.details.length === 0 ||
  jaccard(a.details, b.details) >= repostLimits.similarDetails ||
  jaccard(a.title, b.title) >= repostLimits.similarTitle;

/** A part of a building, and a lot beside a house, have the same address at a very different price. */
function isPossiblePrice(first: KnownListing, again: KnownListing): boolean {
  if (isCloseInPrice(first, again)) return true;
  const share = again.price / first.price;
  const isOneType =
    first.propertyType === null || again.propertyType === null || first.propertyType === again.propertyType;
  const isInRange = share >= repostLimits.leastPriceShare && share <= repostLimits.mostPriceShare;
  return isInRange && isOneType && hasSameParts(first.numbers, again.numbers) && hasSimilarText(first, again);
}

/** The addresses of both; none where each names one that the other lacks. */
function findSharedAddresses({ addresses: a }: KnownListing, { addresses: b }: KnownListing): StreetAddress[] {
  const shared = a.filter((address) => b.some((other) => isSameAddress(address, other)));
  const isWhole = shared.length === a.length || b.every((other) => shared.some((one) => isSameAddress(one, other)));
  return isWhole ? shared : [];
}

function compareAddresses(first: KnownListing, again: KnownListing): SameProperty | null {
  const [shared] = findSharedAddresses(first, again);
  if (shared === undefined || !isSameTown(first, again) || !isPossiblePrice(first, again)) return null;
  if (hasConflictingNumbers(first, again, changingNumbers)) return null;
  return { evidence: { by: 'address', quote: formatAddress(shared) }, rank: 2 };
}

const areOnOtherStreets = ({ streets: a }: KnownListing, { streets: b }: KnownListing) =>
  a.length > 0 && b.length > 0 && !a.some((street) => b.includes(street));

/** Whether place, price, streets and numbers allow one property: they are compared faster than words. */
const isPossibleRepost = (first: KnownListing, again: KnownListing) =>
  isCloseInPrice(first, again) &&
  isWithin(first, again, repostLimits.miles) &&
  !areOnOtherStreets(first, again) &&
  !hasConflictingNumbers(first, again);

function compareWords(first: KnownListing, again: KnownListing, hints: TextHints): SameProperty | null {
  const { isTellingPicture, isTemplate, quote } = hints;
  const isPictured = isTellingPicture && isKnownSame(first.picture, again.picture);
  if (!isPossibleRepost(first, again)) return null;
  if (!isPictured && (isTemplate || !isTextTelling(first, again))) return null;
  const rank = compareTexts(first, again, isPictured);
  return rank === 0 ? null : { evidence: { by: isPictured ? 'picture' : 'text', quote }, rank };
}

/** Whether both are more than a seller's usual words around an address that may be the seller's own. */
const areOwnWords = (a: KnownListing, b: KnownListing) =>
  Math.min(a.tellingTitleWords, b.tellingTitleWords) > 0 &&
  jaccard(a.title, b.title) >= repostLimits.similarTitle &&
  jaccard(a.details, b.details) >= repostLimits.similarDetails;

/** Whether the addresses decide, and not one that both texts only mention. */
const areStated = (a: KnownListing, b: KnownListing) =>
  a.addressBasis !== 'mentioned' ||
  b.addressBasis !== 'mentioned' ||
  areOwnWords(a, b) ||
  findSharedAddresses(a, b).length === 0;

/** `isTellingPicture`: few listings show the picture of `again`; `isTemplate`: several have its text. */
export type TextHints = { isTellingPicture: boolean; isTemplate: boolean; quote: string };

/**
 * Whether `again` offers the property of `first`. A parcel number in both decides it, then a street address in both,
 * and only then picture and text.
 */
export function compareListings(first: KnownListing, again: KnownListing, hints: TextHints): SameProperty | null {
  const parcels = compareParcels(first.parcels, again.parcels);
  if (parcels === 'different') return null;
  if (parcels === 'same' && isSameCounty(first, again)) {
    if (hasConflictingNumbers(first, again, uncertainNumbers)) return null;
    return { evidence: { by: 'parcel', quote: first.parcels.join(', ') }, rank: 3 };
  }
  if (first.addresses.length > 0 && again.addresses.length > 0 && areStated(first, again))
    return compareAddresses(first, again);
  return compareWords(first, again, hints);
}

/** The evidence that `again` offers the property of `first`, without regard to other listings; null where none does. */
export function findRepostEvidence(first: RepostEntry, again: RepostEntry): RepostEvidence | null {
  const [a, b] = [toKnownListing(first), toKnownListing(again)];
  const hints = { isTellingPicture: true, isTemplate: false, quote: again.title };
  return compareListings(a, b, hints)?.evidence ?? null;
}
