import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createSourceStats, type SourceStatsRecorder } from './source-stats.ts';
import { type SourceRegistry, createSourceRegistry } from './source-registry.ts';
import { createPauses, type Pauses } from './pauses.ts';
import { createManualRuns, type ManualRuns } from './manual-runs.ts';

/** What every process knows about the sources: the registry, their statistics, pauses, and requested passes. */
export type SourceServices = { registry: SourceRegistry; stats: SourceStatsRecorder; pauses: Pauses; runs: ManualRuns };

type SourceServicesDeps = { documents: Documents; events: EventStore; clock: Clock; log: Logger };

export function createSourceServices(parts: SourceServicesDeps): SourceServices {
  return {
    registry: createSourceRegistry(parts),
    stats: createSourceStats(parts),
    pauses: createPauses(parts.events),
    runs: createManualRuns(parts),
  };
}
