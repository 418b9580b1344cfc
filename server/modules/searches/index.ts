export { type PresentSearchesDeps, presentSearches } from './present-searches.ts';
