export { type Gazetteer, type SaidPlace, loadGazetteer } from './gazetteer.ts';
export { placeSaid } from './place-said.ts';
