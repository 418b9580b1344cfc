export { describeFilters, describeSearches } from './describe-searches.ts';
export { useSearchCircles } from './use-search-circles.ts';
export { addOwnSearch, changeOwnSearch, removeOwnSearch, restoreOwnSearch, searchesQuery } from './queries.ts';
