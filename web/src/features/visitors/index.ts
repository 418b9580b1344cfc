export { visitorsQuery } from './queries.ts';
