import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { createGrid, type Grid } from '#domain/geo/grid.ts';
import { hasConflictingNumbers, type Fingerprint, createFingerprint, jaccard } from './fingerprint.ts';
import { createImageKey } from './image-key.ts';

/** The fields of a listing needed for repost detection. Price in whole US dollars. */
export type RepostEntry = Point & {
  listingId: string;
  title: string;
  details: string;
  price: number;
  /** '' or absent where there is none. */
  imageUrl?: string;
};

export type RepostIndex = {
  /** Adds a listing as active, or replaces it. */
  add: (entry: RepostEntry) => void;
  /** Marks a listing as inactive. It stays in the index, because a repost of it is still nothing new. */
  retire: (listingId: string) => void;
  remove: (listingId: string) => void;
  /** The listing that `candidate` most resembles as a repost, an active one if any; never the candidate's own id. */
  find: (candidate: RepostEntry) => string | null;
};

type KnownListing = Point &
  Fingerprint & { listingId: string; price: number; picture: number | null; isActive: boolean };

const repostLimits = {
  miles: 1,
  /** Relative to the price of the first listing. */
  priceShare: 5,
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
  /** A picture shared by more listings than this is a seller's logo. */
  listingsOfPicture: 2,
} as const;

const toKnownListing = ({
  listingId,
  title,
  details,
  price,
  imageUrl,
  latitude,
  longitude,
}: RepostEntry): KnownListing => ({
  ...createFingerprint({ title, details }),
  listingId,
  price,
  picture: createImageKey(imageUrl ?? ''),
  isActive: true,
  latitude,
  longitude,
});

/** Whether the text is long enough to recognize it under another title. */
const hasLongDetails = (a: KnownListing, b: KnownListing) =>
  Math.min(a.details.length, b.details.length) >= repostLimits.distinctiveDetailsWords;

type OverlapShares = { title: number; details: number };

/** Whether both titles are more than a generic word such as 'House'. */
const hasLongTitles = (a: KnownListing, b: KnownListing) =>
  Math.min(a.title.length, b.title.length) >= repostLimits.distinctiveTitleWords;

/** Whether titles and details together match; a long enough text is sufficient under any title. */
function hasSameText(a: KnownListing, b: KnownListing, { title, details }: OverlapShares): boolean {
  if (details >= repostLimits.sameDetails) return true;
  if (!hasLongTitles(a, b)) return false;
  return details >= repostLimits.halfDetails
    ? title >= repostLimits.similarTitle
    : details >= repostLimits.similarDetails && title >= repostLimits.sameTitle;
}

/**
 * Short texts may hardly differ, because generic words soon make up half of them; under the same title some words may
 * be left out.
 */
function hasSameFewWords(a: KnownListing, b: KnownListing, { title, details }: OverlapShares): boolean {
  if (details >= repostLimits.sameDetails) return title >= repostLimits.similarTitle;
  if (!hasLongTitles(a, b) || title < repostLimits.sameTitle || details < repostLimits.similarDetails) return false;
  const common = (details * (a.details.length + b.details.length)) / (1 + details);
  return common / Math.min(a.details.length, b.details.length) >= repostLimits.containedDetails;
}

/** Whether two texts with the same place and price match; one without details is compared by its title. */
function isSameOffer(a: KnownListing, b: KnownListing, shares: OverlapShares): boolean {
  if (a.details.length > 0 && b.details.length > 0)
    return hasLongDetails(a, b) ? hasSameText(a, b, shares) : hasSameFewWords(a, b, shares);
  const silent = a.details.length === b.details.length;
  return (silent || hasLongTitles(a, b)) && shares.title >= repostLimits.sameTitle;
}

/**
 * Similarity of two texts without an address, 0 for two different properties; a shared picture compensates for
 * different words.
 */
function compareTexts(a: KnownListing, b: KnownListing, pictured: boolean): number {
  const bothTell = a.details.length > 0 && b.details.length > 0;
  const details = jaccard(a.details, b.details);
  if (bothTell && details < repostLimits.similarDetails && !pictured) return 0;
  const title = jaccard(a.title, b.title);
  const similarity = bothTell ? (title + details) / 2 : title;
  return isSameOffer(a, b, { title, details }) || (pictured && similarity >= repostLimits.picturedText)
    ? similarity
    : 0;
}

/** Cells of about two miles. */
const cellsPerDegree = 30;

/** Similarity of two listings; a street address in both decides it, and so do contradicting numbers. */
function compareListings(a: KnownListing, b: KnownListing, pictured: boolean): number {
  const addressed = a.addresses.length > 0 && b.addresses.length > 0;
  if (addressed && !a.addresses.some((address) => b.addresses.includes(address))) return 0;
  const similarity = addressed ? 2 : compareTexts(a, b, pictured);
  return similarity === 0 || hasConflictingNumbers(a.numbers, b.numbers) ? 0 : similarity;
}

const isCloseInPrice = (first: KnownListing, again: KnownListing) =>
  Math.abs(again.price - first.price) * repostLimits.priceShare <= first.price;

/** Many listings lie exactly at the centre of a town; this skips the calculation for them. */
const isNear = (a: Point, b: Point) =>
  (a.latitude === b.latitude && a.longitude === b.longitude) || milesBetween(a, b) <= repostLimits.miles;

const hasSameImage = (a: KnownListing, b: KnownListing) => a.picture !== null && a.picture === b.picture;

const scoreRepost = (first: KnownListing, again: KnownListing, pictured: boolean): number =>
  isCloseInPrice(first, again) && isNear(first, again) ? compareListings(first, again, pictured) : 0;

/** Whether `again` is a repost of `first`: similar text, within a mile, and within 20 % of the price of `first`. */
export function isRepost(first: RepostEntry, again: RepostEntry): boolean {
  const [a, b] = [toKnownListing(first), toKnownListing(again)];
  return scoreRepost(a, b, hasSameImage(a, b)) > 0;
}

/** Bands by price limit the comparisons: a fifth up or down from a price spans at most three bands of a quarter. */
const toPriceBand = (price: number): number => Math.floor(Math.log(Math.max(1, price)) / Math.log(1.25));

export function createRepostIndex(): RepostIndex {
  const known = new Map<string, KnownListing>();
  const bands = new Map<number, Grid<KnownListing>>();
  const pictures = createImageCounter();

  const remove = (listingId: string) => {
    const entry = known.get(listingId);
    if (entry === undefined) return;
    known.delete(listingId);
    bands.get(toPriceBand(entry.price))?.remove(entry, entry);
    if (entry.isActive) pictures.remove(entry.picture);
  };

  const gridAt = (band: number): Grid<KnownListing> => {
    const grid = bands.get(band) ?? createGrid<KnownListing>(cellsPerDegree);
    bands.set(band, grid);
    return grid;
  };

  return {
    add: (entry) => {
      remove(entry.listingId);
      const added = toKnownListing(entry);
      known.set(entry.listingId, added);
      gridAt(toPriceBand(added.price)).add(added, added);
      pictures.add(added.picture);
    },
    retire: (listingId) => {
      const entry = known.get(listingId);
      if (!entry?.isActive) return;
      entry.isActive = false;
      pictures.remove(entry.picture);
    },
    remove,
    find: (candidate) => {
      const again = toKnownListing(candidate);
      const isTelling = pictures.count(again.picture) <= repostLimits.listingsOfPicture;
      let best: KnownListing | null = null;
      let most = 0;
      const look = (first: KnownListing) => {
        if (first.listingId === again.listingId || (best?.isActive && !first.isActive)) return;
        const similarity = scoreRepost(first, again, isTelling && hasSameImage(first, again));
        if (similarity === 0 || (similarity <= most && best?.isActive === first.isActive)) return;
        most = similarity;
        best = first;
      };
      for (let band = toPriceBand(again.price / 1.2) - 1; band <= toPriceBand(again.price / 0.8); band += 1)
        bands.get(band)?.visitNear(again, repostLimits.miles, look);
      return (best as KnownListing | null)?.listingId ?? null; // TypeScript does not see what the callback assigns
    },
  };
}

/** How many listings show each picture; listings without a picture are not counted. */
function createImageCounter() {
  const counts = new Map<number, number>();
  const change = (picture: number | null, by: number) => {
    if (picture === null) return;
    const count = (counts.get(picture) ?? 0) + by;
    if (count > 0) counts.set(picture, count);
    else counts.delete(picture);
  };
  return {
    add: (picture: number | null) => change(picture, 1),
    remove: (picture: number | null) => change(picture, -1),
    count: (picture: number | null): number => (picture === null ? 0 : (counts.get(picture) ?? 0)),
  };
}
