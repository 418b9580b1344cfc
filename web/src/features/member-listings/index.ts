export { ListingSearches } from './listing-searches.tsx';
export { unreadCountQuery } from './queries.ts';
export { useMarkRead } from './use-mark-read.ts';
