import type { Position } from '#domain/shared/decider.ts';
import type { Change, ViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { chainView, closedId, type Closed } from './chain-blocks.ts';
import { gatherChain } from './gather-chain.ts';
import { generationOf, prepared } from '../projection/keep.ts';

const slice = 500;
/** In ms: a process that ends does not catch up with much. */
const patience = 3_000;

/** To be called before anything is appended: what comes from now on is of this process. */
export async function openChain(views: ViewStore): Promise<void> {
  await prepared(views, chainView);
  await write(views, [{ id: closedId, doc: null, position: Number.MAX_SAFE_INTEGER as Position }], null);
}

/**
 * Ends the chain with the log when nothing is appended any more, and notes that it is whole: whatever stands behind it
 * before the next start was put in by another hand. For a log that one process alone writes.
 */
export async function closeChain(stored: EventStore, views: ViewStore): Promise<void> {
  const until = performance.now() + patience;
  const chain = gatherChain(views);
  let after = await prepared(views, chainView);
  await chain.begin(after);
  for (;;) {
    const events = await stored.readAll(after, slice);
    const last = events.at(-1);
    if (!last) break;
    await chain.add(events);
    after = last.position;
    if (performance.now() > until) return;
  }
  const changes = chain.changes();
  if (changes.length > 0) await write(views, changes, after);
  const doc: Closed = { id: closedId, ordinal: chain.end()?.ordinal ?? 0 };
  await write(views, [{ id: closedId, doc, position: Number.MAX_SAFE_INTEGER as Position }], null);
}

async function write(views: ViewStore, changes: Change[], checkpoint: Position | null): Promise<void> {
  await views.apply([{ view: chainView.view, generation: generationOf(chainView), changes, checkpoint }]);
}
