export { refetchScout, sourcesQuery } from './queries.ts';
