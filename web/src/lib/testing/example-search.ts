import { firstSearch, type SearchView } from '#domain/user/searches.contract.ts';
import { unsetFilters } from './example-user.ts';

/** A search as `GET /api/searches` returns it. */
export function createSearchView(values: Partial<SearchView>): SearchView {
  return {
    ...unsetFilters,
    ...firstSearch,
    paused: false,
    centre: null,
    place: null,
    count: 0,
    lastScoutedAt: null,
    ...values,
  };
}
