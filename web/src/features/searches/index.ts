export { describeFilters } from './describe-filters.ts';
export { describeSearches } from './describe-searches.ts';
export { addSearch, changeSearch, removeSearch, restoreSearch, searchesQuery } from './queries.ts';
