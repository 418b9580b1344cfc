export { previewQueries, showSavedFilters } from './queries.ts';
