import { milesBetween, type Point } from './distance.ts';
import { createGrid } from './grid.ts';
import { contradict, type Likeness, likenessOf, overlap } from './likeness.ts';

/** A listing as far as recognising it again needs. Price in whole US dollars. */
export type RepostEntry = Point & { listingId: string; title: string; details: string; price: number };

export type RepostIndex = {
  /** Knows a listing from now on; one that is known already is replaced. */
  add: (entry: RepostEntry) => void;
  remove: (listingId: string) => void;
  /** The listing that `candidate` is most alike a repost of; never the candidate's own id. */
  find: (candidate: RepostEntry) => string | null;
};

type Known = Point & Likeness & { listingId: string; price: number };

const limits = {
  miles: 1,
  /** Of the first one's price. */
  priceShare: 5,
  sameDetails: 0.6,
  halfDetails: 0.4,
  likeDetails: 0.25,
  sameTitle: 0.75,
  likeTitle: 0.4,
  /** A title of fewer words is anybody's, and needs details to go by. */
  tellingTitle: 3,
  tellingDetails: 12,
} as const;

const knownOf = ({ listingId, title, details, price, latitude, longitude }: RepostEntry): Known => ({
  ...likenessOf({ title, details }),
  listingId,
  price,
  latitude,
  longitude,
});

/** Enough of a text to recognise it under another title. */
const talkative = (a: Known, b: Known) => Math.min(a.details.length, b.details.length) >= limits.tellingDetails;

/** Whether titles and details together say the same; a text long enough speaks for itself under any title. */
function sameText(title: number, details: number, telling: boolean): boolean {
  if (details >= limits.sameDetails) return telling || title >= limits.likeTitle;
  return details >= limits.halfDetails
    ? title >= limits.likeTitle
    : details >= limits.likeDetails && title >= limits.sameTitle;
}

/** How alike two texts are that name no address, 0 for two different properties. */
function alikeInText(a: Known, b: Known): number {
  const title = overlap(a.title, b.title);
  if (a.details.length > 0 && b.details.length > 0) {
    const details = overlap(a.details, b.details);
    return sameText(title, details, talkative(a, b)) ? (title + details) / 2 : 0;
  }
  const silent = a.details.length === b.details.length;
  const telling = silent || Math.min(a.title.length, b.title.length) >= limits.tellingTitle;
  return telling && title >= limits.sameTitle ? title : 0;
}

/** How alike two listings are; a street address in both settles it, and so do numbers that contradict each other. */
function alike(a: Known, b: Known): number {
  const addressed = a.addresses.length > 0 && b.addresses.length > 0;
  if (addressed && !a.addresses.some((address) => b.addresses.includes(address))) return 0;
  if (contradict(a.numbers, b.numbers)) return 0;
  return addressed ? 2 : alikeInText(a, b);
}

const closeInPrice = (first: Known, again: Known) =>
  Math.abs(again.price - first.price) * limits.priceShare <= first.price;

const likenessAsRepost = (first: Known, again: Known): number =>
  closeInPrice(first, again) && milesBetween(first, again) <= limits.miles ? alike(first, again) : 0;

/** Whether `again` is `first` posted once more: alike in text, within a mile, and within 20 % of the first one's price. */
export const isRepost = (first: RepostEntry, again: RepostEntry): boolean =>
  likenessAsRepost(knownOf(first), knownOf(again)) > 0;

export function repostIndex(): RepostIndex {
  const known = new Map<string, Known>();
  const grid = createGrid<Known>(30);

  const remove = (listingId: string) => {
    const entry = known.get(listingId);
    if (entry === undefined) return;
    known.delete(listingId);
    grid.remove(entry, entry);
  };

  return {
    add: (entry) => {
      remove(entry.listingId);
      const added = knownOf(entry);
      known.set(entry.listingId, added);
      grid.add(added, added);
    },
    remove,
    find: (candidate) => {
      const again = knownOf(candidate);
      let best: string | null = null;
      let most = 0;
      grid.visitNear(again, limits.miles, (first) => {
        if (first.listingId === again.listingId) return;
        const likeness = likenessAsRepost(first, again);
        if (likeness <= most) return;
        most = likeness;
        best = first.listingId;
      });
      return best;
    },
  };
}
