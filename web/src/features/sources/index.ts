export { sourcesQuery } from './queries.ts';
