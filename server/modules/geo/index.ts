export { type Gazetteer, type PlaceFields, loadGazetteer } from './gazetteer.ts';
export { extractPlace } from './text/extract-place.ts';
export { findZipInCounty } from './text/find-zip-in-county.ts';
