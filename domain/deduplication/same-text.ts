import { jaccard } from './fingerprint.ts';
import { isWithin, type KnownListing } from './known-listing.ts';

const textLimits = {
  sameDetails: 0.6,
  halfDetails: 0.4,
  similarDetails: 0.35,
  /** Share of the shorter text's words that the longer one contains. */
  containedDetails: 0.75,
  sameTitle: 0.75,
  similarTitle: 0.4,
  /** A title with fewer words is too generic, and needs details to be compared. */
  distinctiveTitleWords: 3,
  distinctiveDetailsWords: 12,
  /** With the same picture. */
  picturedText: 0.03,
  /** The whole text, where listings are placed by the centre of a town. */
  identicalText: 0.9,
  sameDetailsInTown: 0.8,
  /** Telling words in both texts at one point, with the numbers within a mile, and at the centre of a town. */
  tellingAtPoint: 1,
  tellingWithinMile: 4,
  tellingInTown: 2,
  tellingAtOtherPrice: 5,
  tellingTitleInTown: 3,
  /** In miles: the positions of one house differ by less. */
  onePoint: 0.05,
} as const;

/** Whether the text is long enough to recognize it under another title. */
const hasLongDetails = (a: KnownListing, b: KnownListing) =>
  Math.min(a.details.length, b.details.length) >= textLimits.distinctiveDetailsWords;

type OverlapShares = { title: number; details: number };

/** Whether both titles are more than a generic word such as 'House'. */
const hasLongTitles = (a: KnownListing, b: KnownListing) =>
  Math.min(a.title.length, b.title.length) >= textLimits.distinctiveTitleWords;

/** Whether titles and details together match; a long enough text is sufficient under any title. */
function hasSameText(a: KnownListing, b: KnownListing, { title, details }: OverlapShares): boolean {
  if (details >= textLimits.sameDetails) return true;
  if (!hasLongTitles(a, b)) return false;
  return details >= textLimits.halfDetails
    ? title >= textLimits.similarTitle
    : details >= textLimits.similarDetails && title >= textLimits.sameTitle;
}

/**
 * Short texts may hardly differ, because generic words soon make up half of them; under the same title some words may
 * be left out.
 */
function hasSameFewWords(a: KnownListing, b: KnownListing, { title, details }: OverlapShares): boolean {
  if (details >= textLimits.sameDetails) return title >= textLimits.similarTitle;
  if (!hasLongTitles(a, b) || title < textLimits.sameTitle || details < textLimits.similarDetails) return false;
  const common = (details * (a.details.length + b.details.length)) / (1 + details);
  return common / Math.min(a.details.length, b.details.length) >= textLimits.containedDetails;
}

/** Whether two texts with the same place and price match; one without details is compared by its title. */
function isSameOffer(a: KnownListing, b: KnownListing, shares: OverlapShares): boolean {
  if (a.details.length > 0 && b.details.length > 0)
    return hasLongDetails(a, b) ? hasSameText(a, b, shares) : hasSameFewWords(a, b, shares);
  const silent = a.details.length === b.details.length;
  return (silent || hasLongTitles(a, b)) && shares.title >= textLimits.sameTitle;
}

/**
 * Similarity of two texts without an address, 0 for two different properties; a shared picture compensates for
 * different words.
 */
export function compareTexts(a: KnownListing, b: KnownListing, pictured: boolean): number {
  const bothTell = a.details.length > 0 && b.details.length > 0;
  const least = bothTell && !pictured ? textLimits.similarDetails : 0;
  const details = jaccard(a.details, b.details, least);
  if (details < least) return 0;
  const title = jaccard(a.title, b.title);
  const similarity = bothTell ? (title + details) / 2 : title;
  const isSame = pictured
    ? similarity >= textLimits.picturedText
    : isSameOffer(a, b, { title, details }) && isSamePlace(a, b, { title, details });
  return isSame ? similarity : 0;
}

/** At the centre of a town lie many offers: the whole text is the same, or a telling title, or long details and the price. */
function isSamePlace(a: KnownListing, b: KnownListing, { title, details }: OverlapShares): boolean {
  const areExact = a.isExact && b.isExact;
  const telling = Math.min(a.tellingWords, b.tellingWords);
  if (areExact || (a.price !== b.price && telling < textLimits.tellingAtOtherPrice)) return areExact;
  const tellingTitle = Math.min(a.tellingTitleWords, b.tellingTitleWords) >= textLimits.tellingTitleInTown;
  return (
    Math.min(title, details) >= textLimits.identicalText ||
    (tellingTitle && title >= textLimits.sameTitle) ||
    (hasLongDetails(a, b) && details >= textLimits.sameDetailsInTown && a.price === b.price)
  );
}

/** Whether both texts say enough to know them again; 'House for sale' stands above many offers. */
export function isTextTelling(a: KnownListing, b: KnownListing): boolean {
  const telling = Math.min(a.tellingWords, b.tellingWords);
  if (!a.isExact || !b.isExact) return telling >= textLimits.tellingInTown;
  if (isWithin(a, b, textLimits.onePoint)) return telling >= textLimits.tellingAtPoint;
  return telling + Math.min(a.numbers.length, b.numbers.length) >= textLimits.tellingWithinMile;
}
