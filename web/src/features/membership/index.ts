export { checkoutQuery, scoutingQueries, scoutingQuery } from './queries.ts';
