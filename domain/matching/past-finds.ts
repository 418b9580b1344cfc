import { lastAlert } from './news.ts';
import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { affords, nearTo, type Search } from './fit.ts';
import { createPastCells, latestOf, type PastCell, type PastFind } from './past-cells.ts';
import { wishesOf } from './wishes.ts';

export type { PastFind };

/** A find as somebody had got it: time (ms since 1970), price and kind are those of the alert, miles exact. */
export type PastMatch = { listingId: string; at: number; price: number; kind: 'new' | 'price drop'; miles: number };

export type PastFinds = {
  /** Adds a find, or replaces what was known of it. */
  set: (find: PastFind) => void;
  remove: (listingId: string) => void;
  /** Forgets what was no news since. */
  forgetBefore: (since: number) => void;
  /** How many finds had matched since, and the latest `limit` of them, newest first. */
  search: (
    around: Point,
    search: Search,
    within: { since: number; limit: number },
  ) => { count: number; latest: PastMatch[] };
};

/** Finds by place, held against a search by the very rules that members are matched by. */
export function createPastFinds(): PastFinds {
  const finds = new Map<string, PastFind>();
  const cells = createPastCells();

  const remove = (listingId: string) => {
    const known = finds.get(listingId);
    if (known === undefined) return;
    finds.delete(listingId);
    cells.remove(known);
  };

  return {
    set: (find) => {
      remove(find.listingId);
      finds.set(find.listingId, find);
      cells.add(find);
    },
    remove,
    forgetBefore: (since) => {
      for (const find of finds.values()) if (latestOf(find) < since) remove(find.listingId);
    },
    search: (around, search, { since, limit }) => {
      const fits = fitting(around, search, since);
      let count = 0;
      const latest: PastMatch[] = [];
      cells.visitNear(around, search.radius, (cell) => {
        for (let index = 0; index < cell.finds.length; index++) {
          if (!fits(cell, index)) continue;
          count += 1;
          // Most are older than those that are shown already, and need no closer look.
          if (latest.length >= limit && (cell.latest[index] ?? 0) < (latest.at(-1)?.at ?? 0)) continue;
          const match = matchOf(cell.finds[index], around, { since, maxPrice: search.maxPrice });
          if (match !== null) keepLatest(latest, match, limit);
        }
      });
      return { count, latest };
    },
  };
}

/** Whether a find of a cell had matched. What is quick to ask comes first, and most finds are news but once. */
function fitting(around: Point, search: Search, since: number): (cell: PastCell, index: number) => boolean {
  const wishes = wishesOf(search);
  const quickly = nearTo(around, search.radius);
  const isFitting = ({ at, price }: PastFind['news'][number]) => at >= since && affords(search, price);

  const mayFit = ({ wishes: needs, lowest, latest }: PastCell, index: number): boolean => {
    const needed = needs[index] ?? 0;
    return (wishes & needed) === needed && affords(search, lowest[index] ?? 0) && (latest[index] ?? 0) >= since;
  };
  const isNear = ({ finds, xs, ys, zs }: PastCell, index: number): boolean => {
    const near = quickly(xs[index] ?? 0, ys[index] ?? 0, zs[index] ?? 0);
    if (near !== null) return near;
    const find = finds[index];
    return find !== undefined && milesBetween(around, find) <= search.radius;
  };
  return (cell, index) => {
    if (!mayFit(cell, index) || !isNear(cell, index)) return false;
    return cell.isOften[index] === 0 || (cell.finds[index]?.news.some(isFitting) ?? false);
  };
}

function matchOf(
  find: PastFind | undefined,
  around: Point,
  limits: { since: number; maxPrice: number },
): PastMatch | null {
  const alert = find === undefined ? null : lastAlert(find.news, limits);
  if (find === undefined || alert === null) return null;
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
