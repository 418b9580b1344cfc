import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import { createSourceStats, type SourceStatsRecorder } from './source-stats.ts';
import { type SourceRegistry, createSourceRegistry } from './source-registry.ts';
import { createSourceStates, type FindSourceState, type Pauses } from './source-states.ts';
import { createManualRuns, type ManualRuns } from './manual-runs.ts';

/** What every process knows about the sources: the registry, their statistics, states, and requested passes. */
export type SourceServices = {
  registry: SourceRegistry;
  stats: SourceStatsRecorder;
  findState: FindSourceState;
  pauses: Pauses;
  runs: ManualRuns;
};

type SourceServicesDeps = DocumentDeps & Pick<Platform, 'events'>;

export function createSourceServices(deps: SourceServicesDeps): SourceServices {
  const findState = createSourceStates(deps.events);
  return {
    registry: createSourceRegistry(deps),
    stats: createSourceStats(deps),
    findState,
    pauses: { isPaused: async (id) => (await findState(id)).isPaused },
    runs: createManualRuns(deps),
  };
}
