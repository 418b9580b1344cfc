export { type Gazetteer, type PlaceFields, loadGazetteer } from './gazetteer.ts';
export { extractPlace } from './place-said.ts';
