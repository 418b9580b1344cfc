export { type Gazetteer, type PlaceFields, loadGazetteer } from './gazetteer.ts';
export { extractPlace } from './extract-place.ts';
export { findZipInCounty } from './find-zip-in-county.ts';
