export { space } from './feeds/source-doc.ts';
export type { Pass } from './registry/connector.ts';
export type { Figures } from './registry/figures.ts';
export type { KnownSource } from './registry/known.ts';
export type { Passes } from './registry/passes.ts';
export { sourceStream } from './registry/pauses.ts';
export type { Sources } from './registry/sources.ts';
export { type ShownSourcesDeps, shownSources } from './shown.ts';
