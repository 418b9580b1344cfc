export { describeFilters, describeSearches } from './describe-searches.ts';
export { addOwnSearch, changeOwnSearch, removeOwnSearch, restoreOwnSearch, searchesQuery } from './queries.ts';
