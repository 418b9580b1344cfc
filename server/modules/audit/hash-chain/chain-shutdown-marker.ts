import { type Position, toPosition } from '#domain/shared/decider.ts';
import type { DocChange, ViewStore } from '#projections/store/port.ts';
import { readLogPages } from '#server/platform/event-store/log-pages.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { chainView, shutdownMarkerId, type ShutdownMarkerDoc } from './chain-blocks.ts';
import { createChainProjection } from './chain-projection.ts';
import { toViewGeneration, ensureView } from '../projection/batch-subscriber.ts';

const readBatchSize = 500;
/** In ms: a process that shuts down has little to catch up with. */
const catchUpTimeoutMs = 3_000;

/** Must be called before anything is appended: later events are written by this process. */
export async function clearShutdownMarker(views: ViewStore): Promise<void> {
  await ensureView(views, chainView);
  await applyChanges(views, [{ id: shutdownMarkerId, doc: null, position: toPosition(Number.MAX_SAFE_INTEGER) }], null);
}

/**
 * Extends the chain to the end of the log when nothing is appended any more, and marks it complete: any event found
 * behind it at the next start was not written by a server. For a log that only one process writes.
 */
export async function writeShutdownMarker(encryptedEvents: EventStore, views: ViewStore): Promise<void> {
  const until = performance.now() + catchUpTimeoutMs;
  const chain = createChainProjection(views);
  let after = await ensureView(views, chainView);
  await chain.begin(after);
  for await (const page of readLogPages(encryptedEvents, after, readBatchSize)) {
    await chain.add(page);
    after = page.at(-1)?.position ?? after;
    if (performance.now() > until) return;
  }
  const changes = chain.changes();
  if (changes.length > 0) await applyChanges(views, changes, after);
  const doc: ShutdownMarkerDoc = { id: shutdownMarkerId, ordinal: chain.end()?.ordinal ?? 0 };
  await applyChanges(views, [{ id: shutdownMarkerId, doc, position: toPosition(Number.MAX_SAFE_INTEGER) }], null);
}

async function applyChanges(views: ViewStore, changes: DocChange[], checkpoint: Position | null): Promise<void> {
  await views.apply([{ view: chainView.view, generation: toViewGeneration(chainView), changes, checkpoint }]);
}
