import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { openFigures, type SourceFigures } from './figures.ts';
import { type KnownSources, openKnown } from './known.ts';
import { openPauses, type Pauses } from './pauses.ts';
import { openRuns, type Runs } from './runs.ts';

/** What every process knows of the sources: which there are, what they brought, which are paused, and what is asked. */
export type Sources = { known: KnownSources; figures: SourceFigures; pauses: Pauses; runs: Runs };

type Parts = { documents: Documents; events: EventStore; clock: Clock; log: Logger };

export function openSources(parts: Parts): Sources {
  return {
    known: openKnown(parts),
    figures: openFigures(parts),
    pauses: openPauses(parts.events),
    runs: openRuns(parts),
  };
}
