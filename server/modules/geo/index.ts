export { type Gazetteer, type PlaceFields, loadGazetteer } from './gazetteer.ts';
export { extractPlace } from './extract-place.ts';
