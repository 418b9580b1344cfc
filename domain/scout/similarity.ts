import { milesBetween } from './distance.ts';

/** A listing as far as recognising it again needs. Price in whole US dollars. */
export type RepostEntry = {
  listingId: string;
  title: string;
  details: string;
  price: number;
  latitude: number;
  longitude: number;
};

export type RepostIndex = {
  add: (entry: RepostEntry) => void;
  remove: (listingId: string) => void;
  /** The listing that `candidate` is again, never the candidate's own id. */
  find: (candidate: RepostEntry) => string | null;
};

/** Alike in text, within a mile, and within 20 % of the price. */
export function isRepost(a: RepostEntry, b: RepostEntry): boolean {
  const gap = Math.abs(a.price - b.price) / Math.max(a.price, b.price);
  return a.title === b.title && a.details === b.details && gap <= 0.2 && milesBetween(a, b) <= 1;
}

export function repostIndex(): RepostIndex {
  const entries = new Map<string, RepostEntry>();
  return {
    add: (entry) => void entries.set(entry.listingId, entry),
    remove: (listingId) => void entries.delete(listingId),
    find: (candidate) => {
      for (const entry of entries.values())
        if (entry.listingId !== candidate.listingId && isRepost(entry, candidate)) return entry.listingId;
      return null;
    },
  };
}
