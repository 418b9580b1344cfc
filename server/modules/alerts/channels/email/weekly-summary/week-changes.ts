import type { Point } from '#domain/geo/distance.ts';
import { findWeeklyChange, type WeeklyChange } from '#domain/matching/weekly-change.ts';
import type { SearchCriteria } from '#domain/matching/match-rules.ts';
import { createRecentListingsIndex } from '#domain/matching/recent-listings-index.ts';
import { readListingsChangedSince } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';

/** From then until before then, in ms since 1970. */
export type Week = { from: number; until: number };
/** What a mail says of a changed listing. */
export type ChangedListing = WeeklyChange & {
  id: string;
  title: string;
  place: Record<'city' | 'county' | 'state' | 'zipCode', string | null>;
};
type WeeklyChanges = { find: (around: Point, search: SearchCriteria) => ChangedListing[] };

/** Returns what reads the changes of a week, newest first where a search finds them. The last week read stays in memory. */
export function createWeekReader(views: ViewReader): (week: Week) => Promise<WeeklyChanges> {
  let last: (Week & { changes: Promise<WeeklyChanges> }) | null = null;
  return ({ from, until }) => {
    if (last?.from === from && last.until === until) return last.changes;
    const changes = readChanges(views, { from, until });
    const read = { from, until, changes };
    last = read;
    changes.catch(() => {
      if (last === read) last = null;
    });
    return changes;
  };
}

async function readChanges(views: ViewReader, week: Week): Promise<WeeklyChanges> {
  const [from, until] = [new Date(week.from).toISOString(), new Date(week.until).toISOString()];
  const index = createRecentListingsIndex();
  const changed = new Map<string, ChangedListing>();
  for await (const doc of readListingsChangedSince(views, from)) {
    const change = findWeeklyChange(doc, { from, until });
    if (change === null) continue;
    const { id, title, city, county, state, zipCode, latitude, longitude, propertyType } = doc;
    changed.set(id, { ...change, id, title, place: { city, county, state, zipCode } });
    const occasions = [{ at: Date.parse(change.at), price: change.price, isDrop: false }];
    index.set({ listingId: id, latitude, longitude, propertyType, occasions });
  }
  return {
    find: (around, search) => {
      const { latest } = index.search(around, search, { since: week.from, limit: changed.size });
      return latest.flatMap(({ listingId }) => changed.get(listingId) ?? []);
    },
  };
}
