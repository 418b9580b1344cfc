import { findLastAlert } from './match-occasions.ts';
import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { matchesPrice, createDistanceMatcher, type SearchCriteria } from './match-rules.ts';
import {
  createRecentListingsGrid,
  findLatestTime,
  type RecentListingsCell,
  type IndexedListing,
} from './recent-listings-grid.ts';

export type { IndexedListing };

/**
 * A listing as a member would have received it: time (ms since 1970), price and kind are those of the alert, miles
 * exact.
 */
export type RecentMatch = Point & {
  listingId: string;
  at: number;
  price: number;
  kind: 'new' | 'price drop';
  miles: number;
};

export type RecentListingsIndex = {
  /** Adds or replaces a listing. */
  set: (find: IndexedListing) => void;
  remove: (listingId: string) => void;
  /** Removes listings without a match occasion since then. */
  forgetBefore: (since: number) => void;
  /** The count of listings that would have matched since then, and the latest `limit` of them, newest first. */
  search: (
    around: Point,
    search: SearchCriteria,
    within: { since: number; limit: number },
  ) => { count: number; latest: RecentMatch[] };
  size: () => number;
};

/** Listings by place, matched against a search with the same rules as members. */
export function createRecentListingsIndex(): RecentListingsIndex {
  const finds = new Map<string, IndexedListing>();
  const cells = createRecentListingsGrid();

  const remove = (listingId: string) => {
    const indexed = finds.get(listingId);
    if (indexed === undefined) return;
    finds.delete(listingId);
    cells.remove(indexed);
  };

  return {
    set: (find) => {
      remove(find.listingId);
      finds.set(find.listingId, find);
      cells.add(find);
    },
    remove,
    forgetBefore: (since) => {
      for (const find of finds.values()) if (findLatestTime(find) < since) remove(find.listingId);
    },
    search: (around, search, { since, limit }) => {
      const isFit = createFilter(around, search, since);
      let count = 0;
      const latest: RecentMatch[] = [];
      cells.visitNear(around, search.radius, (cell) => {
        for (let index = 0; index < cell.listings.length; index++) {
          if (!isFit(cell, index)) continue;
          count += 1;
          // Most are older than those already in the result, and need no further check.
          if (latest.length >= limit && (cell.latest[index] ?? 0) < (latest.at(-1)?.at ?? 0)) continue;
          const match = toRecentMatch(cell.listings[index], around, { since, maxPrice: search.maxPrice });
          if (match !== null) keepLatest(latest, match, limit);
        }
      });
      return { count, latest };
    },
    size: () => finds.size,
  };
}

/**
 * Whether a listing of a cell would have matched. Fast checks come first; most listings have only one match occasion.
 */
function createFilter(
  around: Point,
  search: SearchCriteria,
  since: number,
): (cell: RecentListingsCell, index: number) => boolean {
  const quickly = createDistanceMatcher(around, search.radius);
  const isFitting = ({ at, price }: IndexedListing['occasions'][number]) => at >= since && matchesPrice(search, price);

  const mayFit = ({ typeBits: needs, lowest, latest }: RecentListingsCell, index: number): boolean => {
    const needed = needs[index] ?? 0;
    return (
      (search.typeBits & needed) === needed && matchesPrice(search, lowest[index] ?? 0) && (latest[index] ?? 0) >= since
    );
  };
  const isNear = ({ listings, xs, ys, zs }: RecentListingsCell, index: number): boolean => {
    const near = quickly(xs[index] ?? 0, ys[index] ?? 0, zs[index] ?? 0);
    if (near !== null) return near;
    const find = listings[index];
    return find !== undefined && milesBetween(around, find) <= search.radius;
  };
  return (cell, index) => {
    if (!mayFit(cell, index) || !isNear(cell, index)) return false;
    return cell.hasSeveralOccasions[index] === 0 || (cell.listings[index]?.occasions.some(isFitting) ?? false);
  };
}

function toRecentMatch(
  find: IndexedListing | undefined,
  around: Point,
  limits: { since: number; maxPrice: number },
): RecentMatch | null {
  const alert = find === undefined ? null : findLastAlert(find.occasions, limits);
  if (find === undefined || alert === null) return null;
  const { at, price, kind } = alert;
  const { listingId, latitude, longitude } = find;
  return { listingId, latitude, longitude, at, price, kind, miles: milesBetween(around, find) };
}

/** Keeps the list sorted and short. Ids break ties, so that the answer is deterministic. */
function keepLatest(latest: RecentMatch[], match: RecentMatch, limit: number): void {
  const index = latest.findIndex(
    ({ at, listingId }) => match.at > at || (match.at === at && match.listingId > listingId),
  );
  latest.splice(index < 0 ? latest.length : index, 0, match);
  if (latest.length > limit) latest.pop();
}
