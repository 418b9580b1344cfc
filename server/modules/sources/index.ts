export { sourcesSpace } from './feeds/source-doc.ts';
export type { SourcePassState } from './registry/connector.ts';
export type { SourceStats } from './registry/figures.ts';
export type { RegisteredSource } from './registry/known.ts';
export type { ScoutActivityTracker } from './registry/passes.ts';
export { sourceStream } from './registry/pauses.ts';
export type { SourceServices } from './registry/sources.ts';
export { type PresentSourcesDeps, presentSources } from './shown.ts';
