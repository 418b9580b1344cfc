import { toSearchCriteria } from '#domain/matching/match-rules.ts';
import { firstSearch, type SavedSearch, type SearchView } from '#domain/user/searches.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { RecentListingsSearch } from '#server/modules/alerts/index.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { ScoutActivityTracker } from '#server/modules/sources/index.ts';

export type PresentSearchesDeps = {
  recentListingsIndex: Pick<RecentListingsSearch, 'search'>;
  scoutActivity: Pick<ScoutActivityTracker, 'readLastPasses'>;
};

type StoredSearch = Omit<SearchView, 'centre' | 'place' | 'count' | 'lastScoutedAt'>;

/** All searches of a user, the first one first. Throws StoreUnavailable while the recent listings are being read. */
export async function presentSearches(
  { recentListingsIndex, scoutActivity }: PresentSearchesDeps,
  user: UserDoc,
): Promise<SearchView[]> {
  const [gazetteer, lastPassOver] = await Promise.all([loadGazetteer(), scoutActivity.readLastPasses()]);
  const present = async (search: StoredSearch | SavedSearch): Promise<SearchView> => {
    const zip = search.zipCode === null ? null : gazetteer.zip(search.zipCode);
    if (zip === null) return { ...search, centre: null, place: null, count: 0, lastScoutedAt: null };
    const criteria = toSearchCriteria(search);
    const { count } = await recentListingsIndex.search(zip, criteria);
    const lastScoutedAt = lastPassOver({ ...zip, radius: criteria.radius });
    const { latitude, longitude, city, state } = zip;
    return { ...search, centre: { latitude, longitude }, place: `${city}, ${state}`, count, lastScoutedAt };
  };
  return Promise.all([toFirstSearch(user), ...user.searches].map(present));
}

function toFirstSearch(user: UserDoc): StoredSearch {
  const { maxPrice, mileageRadius, zipCode, notificationPreference, weeklySummary } = user;
  const { includeMobileHomes, includeRawLand, includeTinyHomes } = user;
  const types = { includeMobileHomes, includeRawLand, includeTinyHomes };
  const filters = { maxPrice, mileageRadius, zipCode, ...types, notificationPreference, weeklySummary };
  return { ...firstSearch, ...filters, paused: false };
}
