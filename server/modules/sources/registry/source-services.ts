import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import { createSourceStats, type SourceStatsRecorder } from './source-stats.ts';
import { type SourceRegistry, createSourceRegistry } from './source-registry.ts';
import { createPauses, type Pauses } from './pauses.ts';
import { createManualRuns, type ManualRuns } from './manual-runs.ts';

/** What every process knows about the sources: the registry, their statistics, pauses, and requested passes. */
export type SourceServices = { registry: SourceRegistry; stats: SourceStatsRecorder; pauses: Pauses; runs: ManualRuns };

type SourceServicesDeps = DocumentDeps & Pick<Platform, 'events'>;

export function createSourceServices(deps: SourceServicesDeps): SourceServices {
  return {
    registry: createSourceRegistry(deps),
    stats: createSourceStats(deps),
    pauses: createPauses(deps.events),
    runs: createManualRuns(deps),
  };
}
