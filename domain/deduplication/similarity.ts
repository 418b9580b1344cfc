import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { createGrid, type Grid } from '#domain/geo/grid.ts';
import { contradict, type Likeness, likenessOf, overlap } from './likeness.ts';
import { pictureOf } from './picture.ts';

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

type Known = Point & Likeness & { listingId: string; price: number; picture: number | null; stands: boolean };

const limits = {
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

const knownOf = ({ listingId, title, details, price, imageUrl, latitude, longitude }: RepostEntry): Known => ({
  ...likenessOf({ title, details }),
  listingId,
  price,
  picture: pictureOf(imageUrl ?? ''),
  stands: true,
  latitude,
  longitude,
});

/** Enough of a text to recognise it under another title. */
const talkative = (a: Known, b: Known) => Math.min(a.details.length, b.details.length) >= limits.tellingDetails;

type Shares = { title: number; details: number };

/** Whether both titles are more than what anybody writes, such as 'House'. */
const titled = (a: Known, b: Known) => Math.min(a.title.length, b.title.length) >= limits.tellingTitle;

/** Whether titles and details together say the same; a text long enough speaks for itself under any title. */
function sameText(a: Known, b: Known, { title, details }: Shares): boolean {
  if (details >= limits.sameDetails) return true;
  if (!titled(a, b)) return false;
  return details >= limits.halfDetails
    ? title >= limits.likeTitle
    : details >= limits.likeDetails && title >= limits.sameTitle;
}

/**
 * Of few words hardly any may differ, as those that anybody uses are soon half of them; under one title some may be left
 * out.
 */
function sameFewWords(a: Known, b: Known, { title, details }: Shares): boolean {
  if (details >= limits.sameDetails) return title >= limits.likeTitle;
  if (!titled(a, b) || title < limits.sameTitle || details < limits.likeDetails) return false;
  const common = (details * (a.details.length + b.details.length)) / (1 + details);
  return common / Math.min(a.details.length, b.details.length) >= limits.heldDetails;
}

/** Whether two texts of one place and price say the same; one that has no details goes by its title. */
function saySame(a: Known, b: Known, shares: Shares): boolean {
  if (a.details.length > 0 && b.details.length > 0)
    return talkative(a, b) ? sameText(a, b, shares) : sameFewWords(a, b, shares);
  const silent = a.details.length === b.details.length;
  return (silent || titled(a, b)) && shares.title >= limits.sameTitle;
}

/** How alike two texts are that name no address, 0 for two different properties; a picture in common makes up for words. */
function alikeInText(a: Known, b: Known, pictured: boolean): number {
  const bothTell = a.details.length > 0 && b.details.length > 0;
  const details = overlap(a.details, b.details);
  if (bothTell && details < limits.likeDetails && !pictured) return 0;
  const title = overlap(a.title, b.title);
  const likeness = bothTell ? (title + details) / 2 : title;
  return saySame(a, b, { title, details }) || (pictured && likeness >= limits.picturedText) ? likeness : 0;
}

/** Cells of about two miles. */
const cellsPerDegree = 30;

/** How alike two listings are; a street address in both settles it, and so do numbers that contradict each other. */
function alike(a: Known, b: Known, pictured: boolean): number {
  const addressed = a.addresses.length > 0 && b.addresses.length > 0;
  if (addressed && !a.addresses.some((address) => b.addresses.includes(address))) return 0;
  const likeness = addressed ? 2 : alikeInText(a, b, pictured);
  return likeness === 0 || contradict(a.numbers, b.numbers) ? 0 : likeness;
}

const closeInPrice = (first: Known, again: Known) =>
  Math.abs(again.price - first.price) * limits.priceShare <= first.price;

/** Many stand at the very centre of a town, where nothing need be reckoned. */
const isNear = (a: Point, b: Point) =>
  (a.latitude === b.latitude && a.longitude === b.longitude) || milesBetween(a, b) <= limits.miles;

const samePicture = (a: Known, b: Known) => a.picture !== null && a.picture === b.picture;

const likenessAsRepost = (first: Known, again: Known, pictured: boolean): number =>
  closeInPrice(first, again) && isNear(first, again) ? alike(first, again, pictured) : 0;

/** Whether `again` is `first` posted once more: alike in text, within a mile, and within 20 % of the first one's price. */
export function isRepost(first: RepostEntry, again: RepostEntry): boolean {
  const [a, b] = [knownOf(first), knownOf(again)];
  return likenessAsRepost(a, b, samePicture(a, b)) > 0;
}

/** By price, so that few are looked at: a fifth up or down from a price spans three bands of a quarter at most. */
const bandOf = (price: number): number => Math.floor(Math.log(Math.max(1, price)) / Math.log(1.25));

export function repostIndex(): RepostIndex {
  const known = new Map<string, Known>();
  const bands = new Map<number, Grid<Known>>();
  const pictures = countOf();

  const remove = (listingId: string) => {
    const entry = known.get(listingId);
    if (entry === undefined) return;
    known.delete(listingId);
    bands.get(bandOf(entry.price))?.remove(entry, entry);
    if (entry.stands) pictures.take(entry.picture);
  };

  const gridAt = (band: number): Grid<Known> => {
    const grid = bands.get(band) ?? createGrid<Known>(cellsPerDegree);
    bands.set(band, grid);
    return grid;
  };

  return {
    add: (entry) => {
      remove(entry.listingId);
      const added = knownOf(entry);
      known.set(entry.listingId, added);
      gridAt(bandOf(added.price)).add(added, added);
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
      const again = knownOf(candidate);
      const isTelling = pictures.of(again.picture) <= limits.listingsOfPicture;
      let best: Known | null = null;
      let most = 0;
      const look = (first: Known) => {
        if (first.listingId === again.listingId || (best?.stands && !first.stands)) return;
        const likeness = likenessAsRepost(first, again, isTelling && samePicture(first, again));
        if (likeness === 0 || (likeness <= most && best?.stands === first.stands)) return;
        most = likeness;
        best = first;
      };
      for (let band = bandOf(again.price / 1.2) - 1; band <= bandOf(again.price / 0.8); band += 1)
        bands.get(band)?.visitNear(again, limits.miles, look);
      return (best as Known | null)?.listingId ?? null; // what a callback sets is not seen from here
    },
  };
}

/** How many listings show each picture; nothing is kept of none. */
function countOf() {
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
