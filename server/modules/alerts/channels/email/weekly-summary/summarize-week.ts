import { findMedian } from '#domain/deal/compare-price.ts';
import { weeklyChangeKinds } from '#domain/matching/weekly-change.ts';
import { toSearchCriteria } from '#domain/matching/match-rules.ts';
import { firstSearch } from '#domain/user/searches.contract.ts';
import { buildMemberListingId, memberListingsOf } from '#projections/member-listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { type Gazetteer, loadGazetteer } from '#server/modules/geo/index.ts';
import { createZoneLookup, findWeek } from '../../../matching/time-zones.ts';
import { type ChangedListing, createWeekReader } from './week-changes.ts';

/** A listing that changed, with the names of the searches that it fits where the summary is of several. */
type SummarizedListing = ChangedListing & { searches: string[] };
/** The listings of one kind of change: the newest of them, and of all of them the count and the median price. */
export type WeeklySection = {
  kind: ChangedListing['kind'];
  count: number;
  median: number;
  listings: (SummarizedListing & { isAlerted: boolean })[];
};

export type WeeklySummarizer = ReturnType<typeof createWeeklySummarizer>;

const maxShownListings = 5;

/**
 * Returns what sums up the week that ended on a Monday (2026-03-09), over the areas of all searches that ask for it; no
 * sections where nothing happened there.
 */
export function createWeeklySummarizer(views: ViewReader) {
  const readWeek = createWeekReader(views);
  return async (user: UserDoc, monday: string): Promise<WeeklySection[]> => {
    const gazetteer = await loadGazetteer();
    const areas = listAreas(user, gazetteer);
    if (areas.length === 0) return [];
    const week = await readWeek(findWeek(createZoneLookup(gazetteer)(user.zipCode), monday));
    const changed = mergeAreas(
      areas.map(({ name, centre, criteria }) => ({ name, found: week.find(centre, criteria) })),
    );
    const byKind = Map.groupBy(changed, ({ kind }) => kind);
    const sections = weeklyChangeKinds.flatMap((kind) => {
      const ofKind = byKind.get(kind);
      return ofKind === undefined ? [] : [createSection(views, user.id, ofKind)];
    });
    return Promise.all(sections);
  };
}

/** Those of the searches that ask for a summary. */
function listAreas(user: UserDoc, gazetteer: Gazetteer) {
  const searches = [{ ...user, name: firstSearch.name, paused: false }, ...user.searches];
  return searches.flatMap(({ name, weeklySummary, paused, ...filters }) => {
    const centre = filters.zipCode === null ? null : gazetteer.zip(filters.zipCode);
    if (!weeklySummary || paused || centre === null) return [];
    return [{ name, centre, criteria: toSearchCriteria(filters) }];
  });
}

/** Each listing once, newest first. */
function mergeAreas(areas: { name: string; found: ChangedListing[] }[]): SummarizedListing[] {
  const byId = new Map<string, SummarizedListing>();
  for (const { name, found } of areas) {
    for (const listing of found) {
      const merged = byId.get(listing.id) ?? { ...listing, searches: [] };
      if (areas.length > 1) merged.searches.push(name);
      byId.set(listing.id, merged);
    }
  }
  const listings = [...byId.values()];
  return areas.length > 1 ? listings.sort((one, other) => (one.at < other.at ? 1 : -1)) : listings;
}

async function createSection(views: ViewReader, userId: string, changed: SummarizedListing[]): Promise<WeeklySection> {
  const newest = changed.slice(0, maxShownListings);
  const ids = newest.map(({ id: listingId }) => buildMemberListingId({ userId, listingId }));
  const alerted = await views.getMany(memberListingsOf(userId), ids);
  return {
    kind: changed[0]?.kind ?? 'new',
    count: changed.length,
    median: findMedian(changed.map(({ price }) => price)),
    listings: newest.map((listing, index) => ({ ...listing, isAlerted: alerted[index] !== null })),
  };
}
