import { findMedian } from '#domain/deal/compare-price.ts';
import { weeklyChangeKinds } from '#domain/matching/weekly-change.ts';
import { toSearchCriteria } from '#domain/matching/match-rules.ts';
import { buildMemberListingId, memberListings } from '#projections/member-listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { createZoneLookup, findWeek } from '../../../matching/time-zones.ts';
import { type ChangedListing, createWeekReader } from './week-changes.ts';

/** The listings of one kind of change: the newest of them, and of all of them the count and the median price. */
export type WeeklySection = {
  kind: ChangedListing['kind'];
  count: number;
  median: number;
  listings: (ChangedListing & { isAlerted: boolean })[];
};

export type WeeklySummarizer = ReturnType<typeof createWeeklySummarizer>;

const maxShownListings = 5;

/** Returns what sums up the week that ended on a Monday (2026-03-09); no sections where nothing happened in the area. */
export function createWeeklySummarizer(views: ViewReader) {
  const readWeek = createWeekReader(views);
  return async (user: UserDoc, monday: string): Promise<WeeklySection[]> => {
    const gazetteer = await loadGazetteer();
    const centre = user.zipCode === null ? null : gazetteer.zip(user.zipCode);
    if (centre === null) return [];
    const week = await readWeek(findWeek(createZoneLookup(gazetteer)(user.zipCode), monday));
    const byKind = Map.groupBy(week.find(centre, toSearchCriteria(user)), ({ kind }) => kind);
    const sections = weeklyChangeKinds.flatMap((kind) => {
      const changed = byKind.get(kind);
      return changed === undefined ? [] : [createSection(views, user.id, changed)];
    });
    return Promise.all(sections);
  };
}

async function createSection(views: ViewReader, userId: string, changed: ChangedListing[]): Promise<WeeklySection> {
  const newest = changed.slice(0, maxShownListings);
  const ids = newest.map(({ id: listingId }) => buildMemberListingId({ userId, listingId }));
  const alerted = await views.getMany(memberListings.view, ids);
  return {
    kind: changed[0]?.kind ?? 'new',
    count: changed.length,
    median: findMedian(changed.map(({ price }) => price)),
    listings: newest.map((listing, index) => ({ ...listing, isAlerted: alerted[index] !== null })),
  };
}
