import type { Position } from '#domain/shared/decider.ts';
import type { ListedDocuments, ViewStore } from '#projections/store/port.ts';
import { refuseOtherKey } from '#server/platform/encryption/same-key.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { beginMove, endMove, refuseUnfinishedMove } from '#server/platform/storage/unfinished-move.ts';
import type { Sum } from './digest.ts';
import { copyDocuments, documentsOf, verifyDocuments } from './documents.ts';
import { commonBeginning, copyLog, type Progress, verifyLog } from './log.ts';
import { isPlaced, positionsOf } from './positions.ts';
import { takeTurns } from './turns.ts';

type Side = Pick<Stores, 'stored' | 'views' | 'documents'> & { name: string };
type Moving = { source: Side; target: Side; key: string; onProgress?: Progress };

/** `before` are the events that the target had already. */
export type Moved = { before: number; copied: number; log: Sum; documents: Sum };

/**
 * Makes the target a copy of the source: log and documents, but no sessions, and no views, which a server builds at its
 * start. It may be stopped at any moment and run again. Throws StartRefused with a sentence, StoreUnavailable.
 */
export async function moveInstallation({ source, target, key, onProgress }: Moving): Promise<Moved> {
  const turns = await takeTurns([source, target]);
  try {
    await refuseUnfinishedMove(source.documents, source.name);
    for (const { documents, name } of [source, target]) await refuseOtherKey(documents, key, name);
    const logs = { source: source.stored, target: target.stored };
    const { count: before, position } = await commonBeginning(logs);
    await beginMove(target.documents);
    await discardViews(target.views);
    const now = Date.now();
    const copied = await copyLog(logs, position, onProgress ?? (() => undefined));
    const positions = positionsOf(await placesIn(source.documents, now));
    const log = await verifyLog(logs, positions.see);
    const how = { translated: positions.translated, now };
    const both = { source: source.documents, target: target.documents };
    await copyDocuments(both, how);
    const documents = await verifyDocuments(both, how);
    await turns.check();
    await endMove(target.documents);
    return { before, copied, log, documents };
  } finally {
    await turns.release();
  }
}

async function placesIn(documents: ListedDocuments, now: number): Promise<Position[]> {
  const found: Position[] = [];
  for await (const { doc } of documentsOf(documents, now)) {
    if (isPlaced(doc)) found.push(doc.position);
  }
  return found;
}

/** Those of a target that had been in use before know events by other places. */
async function discardViews(views: ViewStore): Promise<void> {
  for (const view of (await views.checkpoints()).keys()) {
    const live = await views.live(view);
    if (live) await views.discard(view, live.generation);
  }
}
