export { scoutingQueries, scoutingQuery } from './queries.ts';
