import type { Position } from '#domain/shared/decider.ts';
import { history } from '#projections/history.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { type EventStore, PositionNotInLog } from '#server/platform/event-store/port.ts';
import { assertPositionExists } from '#server/platform/storage/log-identity.ts';
import { chainView } from './hash-chain/chain-blocks.ts';

/** The history's own views, beside those of the product. */
export const historyViewNames: readonly string[] = [chainView.view, history.view];

/**
 * Discards the history's views where they belong to another log, or to one that was restored from an older backup: a
 * server rebuilds them. True where it did. Throws StoreUnavailable.
 */
export async function discardForeignHistory(
  events: EventStore,
  views: Pick<ViewStore, 'checkpoints' | 'live' | 'discard'>,
): Promise<boolean> {
  const checkpoints = await views.checkpoints();
  const reached = historyViewNames.flatMap((view) => checkpoints.get(view) ?? []);
  if (await areInLog(events, reached)) return false;
  for (const view of historyViewNames) {
    const live = await views.live(view);
    if (live) await views.discard(view, live.generation);
  }
  return true;
}

async function areInLog(events: EventStore, positions: Position[]): Promise<boolean> {
  try {
    for (const position of positions) await assertPositionExists(events, position);
    return true;
  } catch (error) {
    if (error instanceof PositionNotInLog) return false;
    throw error;
  }
}
