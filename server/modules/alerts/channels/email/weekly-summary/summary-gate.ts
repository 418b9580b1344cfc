import type { Position } from '#domain/shared/decider.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { listings } from '#projections/listings.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

type SummaryGateDeps = { viewStore: Pick<ViewStore, 'checkpoints'>; clock: Clock; holdMs: number };

/** Until when a summary must be held (ms since 1970), as the listings of its week are not all known yet; else null. */
export function createSummaryGate({ viewStore, clock, holdMs }: SummaryGateDeps) {
  return async ({ position }: { position: Position }): Promise<number | null> => {
    const known = (await viewStore.checkpoints()).get(listings.view) ?? startPosition;
    return known >= position ? null : clock().getTime() + holdMs;
  };
}
