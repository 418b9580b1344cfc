import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { createGrid, type Grid } from '#domain/geo/grid.ts';
import { hasConflictingNumbers, type Fingerprint, createFingerprint, jaccard } from './fingerprint.ts';
import { createImageKey } from './image-key.ts';

/** A listing as far as recognising it again needs. Price in whole US dollars. */
export type RepostEntry = Point & {
  listingId: string;
  title: string;
  details: string;
  price: number;
  /** '' or absent for none. */
  imageUrl?: string;
};

export type RepostIndex = {
  /** Knows a listing from now on, and that it stands; one that is known already is replaced. */
  add: (entry: RepostEntry) => void;
  /** It stands no more, and is known still: who reposts it offers nothing new. */
  retire: (listingId: string) => void;
  remove: (listingId: string) => void;
  /** The listing that `candidate` is most alike a repost of, one that stands if any; never the candidate's own id. */
  find: (candidate: RepostEntry) => string | null;
};

type KnownListing = Point & Fingerprint & { listingId: string; price: number; picture: number | null; stands: boolean };

const repostLimits = {
  miles: 1,
  /** Of the first one's price. */
  priceShare: 5,
  sameDetails: 0.6,
  halfDetails: 0.4,
  likeDetails: 0.35,
  /** Of the shorter of two, found in the longer. */
  heldDetails: 0.75,
  sameTitle: 0.75,
  likeTitle: 0.4,
  /** A title of fewer words is anybody's, and needs details to go by. */
  tellingTitle: 3,
  tellingDetails: 12,
  /** With the same picture. */
  picturedText: 0.03,
  /** A picture under more listings than these is a seller's sign. */
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
  stands: true,
  latitude,
  longitude,
});

/** Enough of a text to recognise it under another title. */
const hasLongDetails = (a: KnownListing, b: KnownListing) =>
  Math.min(a.details.length, b.details.length) >= repostLimits.tellingDetails;

type OverlapShares = { title: number; details: number };

/** Whether both titles are more than what anybody writes, such as 'House'. */
const hasLongTitles = (a: KnownListing, b: KnownListing) =>
  Math.min(a.title.length, b.title.length) >= repostLimits.tellingTitle;

/** Whether titles and details together say the same; a text long enough speaks for itself under any title. */
function hasSameText(a: KnownListing, b: KnownListing, { title, details }: OverlapShares): boolean {
  if (details >= repostLimits.sameDetails) return true;
  if (!hasLongTitles(a, b)) return false;
  return details >= repostLimits.halfDetails
    ? title >= repostLimits.likeTitle
    : details >= repostLimits.likeDetails && title >= repostLimits.sameTitle;
}

/**
 * Of few words hardly any may differ, as those that anybody uses are soon half of them; under one title some may be left
 * out.
 */
function hasSameFewWords(a: KnownListing, b: KnownListing, { title, details }: OverlapShares): boolean {
  if (details >= repostLimits.sameDetails) return title >= repostLimits.likeTitle;
  if (!hasLongTitles(a, b) || title < repostLimits.sameTitle || details < repostLimits.likeDetails) return false;
  const common = (details * (a.details.length + b.details.length)) / (1 + details);
  return common / Math.min(a.details.length, b.details.length) >= repostLimits.heldDetails;
}

/** Whether two texts of one place and price say the same; one that has no details goes by its title. */
function isSameOffer(a: KnownListing, b: KnownListing, shares: OverlapShares): boolean {
  if (a.details.length > 0 && b.details.length > 0)
    return hasLongDetails(a, b) ? hasSameText(a, b, shares) : hasSameFewWords(a, b, shares);
  const silent = a.details.length === b.details.length;
  return (silent || hasLongTitles(a, b)) && shares.title >= repostLimits.sameTitle;
}

/** How alike two texts are that name no address, 0 for two different properties; a picture in common makes up for words. */
function compareTexts(a: KnownListing, b: KnownListing, pictured: boolean): number {
  const bothTell = a.details.length > 0 && b.details.length > 0;
  const details = jaccard(a.details, b.details);
  if (bothTell && details < repostLimits.likeDetails && !pictured) return 0;
  const title = jaccard(a.title, b.title);
  const similarity = bothTell ? (title + details) / 2 : title;
  return isSameOffer(a, b, { title, details }) || (pictured && similarity >= repostLimits.picturedText)
    ? similarity
    : 0;
}

/** Cells of about two miles. */
const cellsPerDegree = 30;

/** How alike two listings are; a street address in both settles it, and so do numbers that contradict each other. */
function compareListings(a: KnownListing, b: KnownListing, pictured: boolean): number {
  const addressed = a.addresses.length > 0 && b.addresses.length > 0;
  if (addressed && !a.addresses.some((address) => b.addresses.includes(address))) return 0;
  const similarity = addressed ? 2 : compareTexts(a, b, pictured);
  return similarity === 0 || hasConflictingNumbers(a.numbers, b.numbers) ? 0 : similarity;
}

const isCloseInPrice = (first: KnownListing, again: KnownListing) =>
  Math.abs(again.price - first.price) * repostLimits.priceShare <= first.price;

/** Many stand at the very centre of a town, where nothing need be reckoned. */
const isNear = (a: Point, b: Point) =>
  (a.latitude === b.latitude && a.longitude === b.longitude) || milesBetween(a, b) <= repostLimits.miles;

const hasSameImage = (a: KnownListing, b: KnownListing) => a.picture !== null && a.picture === b.picture;

const scoreRepost = (first: KnownListing, again: KnownListing, pictured: boolean): number =>
  isCloseInPrice(first, again) && isNear(first, again) ? compareListings(first, again, pictured) : 0;

/** Whether `again` is `first` posted once more: alike in text, within a mile, and within 20 % of the first one's price. */
export function isRepost(first: RepostEntry, again: RepostEntry): boolean {
  const [a, b] = [toKnownListing(first), toKnownListing(again)];
  return scoreRepost(a, b, hasSameImage(a, b)) > 0;
}

/** By price, so that few are looked at: a fifth up or down from a price spans three bands of a quarter at most. */
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
    if (entry.stands) pictures.take(entry.picture);
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
      if (!entry?.stands) return;
      entry.stands = false;
      pictures.take(entry.picture);
    },
    remove,
    find: (candidate) => {
      const again = toKnownListing(candidate);
      const isTelling = pictures.of(again.picture) <= repostLimits.listingsOfPicture;
      let best: KnownListing | null = null;
      let most = 0;
      const look = (first: KnownListing) => {
        if (first.listingId === again.listingId || (best?.stands && !first.stands)) return;
        const similarity = scoreRepost(first, again, isTelling && hasSameImage(first, again));
        if (similarity === 0 || (similarity <= most && best?.stands === first.stands)) return;
        most = similarity;
        best = first;
      };
      for (let band = toPriceBand(again.price / 1.2) - 1; band <= toPriceBand(again.price / 0.8); band += 1)
        bands.get(band)?.visitNear(again, repostLimits.miles, look);
      return (best as KnownListing | null)?.listingId ?? null; // what a callback sets is not seen from here
    },
  };
}

/** How many listings show each picture; nothing is kept of none. */
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
    take: (picture: number | null) => change(picture, -1),
    of: (picture: number | null): number => (picture === null ? 0 : (counts.get(picture) ?? 0)),
  };
}
