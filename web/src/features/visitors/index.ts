export { visitsQuery } from './queries.ts';
