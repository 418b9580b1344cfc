import { type PropertyType, propertyTypes } from '../listing/contract.ts';
import { lastAlert, type News } from '../listing/news.ts';
import { milesBetween, type Point, unitVector, type Vector } from './distance.ts';
import { affords, nearTo, type Search, wants } from './fit.ts';
import { createGrid } from './grid.ts';

/** A listing and when it was news; the latest news last. */
export type PastFind = Point & { listingId: string; propertyType: PropertyType; news: readonly News[] };

/** A find as somebody had got it: `at` (ISO 8601), price and kind are those of the alert, miles exact. */
export type PastMatch = { listingId: string; at: string; price: number; kind: 'new' | 'price drop'; miles: number };

export type PastFinds = {
  /** Adds a find, or replaces what was known of it. */
  set: (find: PastFind) => void;
  remove: (listingId: string) => void;
  /** Forgets what was no news since. */
  forgetBefore: (since: string) => void;
  /** How many finds had matched since, and the latest `limit` of them, newest first. */
  search: (
    around: Point,
    search: Search,
    within: { since: string; limit: number },
  ) => { count: number; latest: PastMatch[] };
};

const cellsPerDegree = 2;

type Placed = { find: PastFind; vector: Vector };

/** Finds by place, held against a search by the very rules that members are matched by. */
export function createPastFinds(): PastFinds {
  const finds = new Map<string, Placed>();
  const grid = createGrid<Placed>(cellsPerDegree);

  const remove = (listingId: string) => {
    const known = finds.get(listingId);
    if (known === undefined) return;
    finds.delete(listingId);
    grid.remove(known, known.find);
  };

  return {
    set: (find) => {
      remove(find.listingId);
      const placed = { find, vector: unitVector(find) };
      finds.set(find.listingId, placed);
      grid.add(placed, find);
    },
    remove,
    forgetBefore: (since) => {
      for (const { find } of finds.values()) if (newsAt(find) < since) remove(find.listingId);
    },
    search: (around, search, { since, limit }) => {
      const { radius, maxPrice } = search;
      const wanted = new Set(propertyTypes.filter((type) => wants(search, type)));
      const isNear = nearTo(around, radius);
      let count = 0;
      const latest: PastMatch[] = [];
      grid.visitNear(around, radius, ({ find, vector }) => {
        if (!wanted.has(find.propertyType) || !isNear(find, vector)) return;
        if (!find.news.some(({ at, price }) => affords(search, price) && at >= since)) return;
        count += 1;
        // Most are older than those that are shown already, and need no closer look.
        if (latest.length >= limit && newsAt(find) < (latest.at(-1)?.at ?? '')) return;
        const match = alertOf(find, around, { since, maxPrice });
        if (match !== null) keepLatest(latest, match, limit);
      });
      return { count, latest };
    },
  };
}

function newsAt({ news }: PastFind): string {
  return news.at(-1)?.at ?? '';
}

function alertOf(find: PastFind, around: Point, limits: { since: string; maxPrice: number }): PastMatch | null {
  const alert = lastAlert(find.news, limits);
  if (alert === null) return null;
  const { at, price, kind } = alert;
  return { listingId: find.listingId, at, price, kind, miles: milesBetween(around, find) };
}

/** Keeps the list in order and short. Of two at the same moment the ids decide, so that the answer stays the same. */
function keepLatest(latest: PastMatch[], match: PastMatch, limit: number): void {
  const index = latest.findIndex(
    ({ at, listingId }) => match.at > at || (match.at === at && match.listingId > listingId),
  );
  latest.splice(index < 0 ? latest.length : index, 0, match);
  if (latest.length > limit) latest.pop();
}
