export { previewQueries } from './queries.ts';
