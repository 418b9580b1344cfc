export { sourcesSpace } from './feeds/feed-state.ts';
export { openPictureFetcher } from './feeds/open-picture-fetcher.ts';
export type { SourcePassState } from './registry/connector.ts';
export type { SourceStats } from './registry/source-stats.ts';
export type { RegisteredSource } from './registry/source-registry.ts';
export type { ScoutActivityTracker } from './registry/scout-activity.ts';
export type { SourceServices } from './registry/source-services.ts';
export { type PresentSourcesDeps, presentSources } from './present-sources.ts';
