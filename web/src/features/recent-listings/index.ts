export { recentListingsQuery } from './queries.ts';
