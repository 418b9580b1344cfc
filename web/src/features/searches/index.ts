export { searchesQuery } from './queries.ts';
