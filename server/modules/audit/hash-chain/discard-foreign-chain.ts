import type { ViewStore } from '#projections/store/port.ts';
import { type EventStore, PositionNotInLog } from '#server/platform/event-store/port.ts';
import { assertPositionExists } from '#server/platform/storage/log-identity.ts';
import { chainView } from './chain-blocks.ts';

/**
 * Discards the hash chain where it belongs to another log, or to one that was restored from an older backup: the
 * server rebuilds it. True if it did. Throws StoreUnavailable.
 */
export async function discardForeignChain(
  events: EventStore,
  views: Pick<ViewStore, 'checkpoints' | 'live' | 'discard'>,
): Promise<boolean> {
  const checkpoint = (await views.checkpoints()).get(chainView.view);
  const live = await views.live(chainView.view);
  if (checkpoint === undefined || live === null) return false;
  try {
    await assertPositionExists(events, checkpoint);
    return false;
  } catch (error) {
    if (!(error instanceof PositionNotInLog)) throw error;
    await views.discard(chainView.view, live.generation);
    return true;
  }
}
