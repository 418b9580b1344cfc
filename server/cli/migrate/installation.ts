import type { Position } from '#domain/shared/decider.ts';
import type { Blobs } from '#projections/store/blobs/port.ts';
import type { ListedDocuments, ViewStore, Documents } from '#projections/store/port.ts';
import { assertSameKey } from '#server/platform/encryption/key-check.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { createInstallation } from '#server/platform/storage/installation.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import {
  markMigrationStarted,
  clearMigrationMarker,
  assertNoUnfinishedMigration,
} from '#server/platform/storage/migration-marker.ts';
import { pictureSizes } from '#domain/picture/contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { readPages } from '#projections/store/list-all.ts';
import { nameBlob } from '#server/modules/pictures/pictures.ts';
import type { Checksum } from './checksum.ts';
import { copyDocuments, readDocuments, verifyDocuments } from './documents.ts';
import { findCommonPrefix, copyLog, type CopyProgressListener, verifyLog } from './log.ts';
import { hasPosition, createPositionMap } from './position-map.ts';
import { acquireAllLeases } from '../exclusive-leases.ts';

type BlobSide = { documents: Pick<Documents, 'list'>; blobs: Blobs };

type MigrationSide = Pick<Stores, 'encryptedEvents' | 'views' | 'documents'> & { blobs: Blobs; name: string };
type MoveOptions = {
  source: MigrationSide;
  target: MigrationSide & { storageConfig: StorageConfig };
  key: string;
  onProgress?: CopyProgressListener;
};

/** `before` is the number of events that the target had already. */
export type MoveResult = { before: number; copied: number; log: Checksum; documents: Checksum; pictures: number };

/**
 * Makes the target a copy of the source: log and documents, but no sessions, and no views, which a server builds at its
 * start. It may be stopped at any moment and run again. Throws StartupError with a sentence, StoreUnavailable.
 */
export async function moveInstallation({ source, target, key, onProgress }: MoveOptions): Promise<MoveResult> {
  const leases = await acquireAllLeases([source, target]);
  try {
    await assertNoUnfinishedMigration(source.documents, source.name);
    for (const { documents, name } of [source, target]) await assertSameKey(documents, key, name);
    const logs = { source: source.encryptedEvents, target: target.encryptedEvents };
    const { count: before, position } = await findCommonPrefix(logs);
    await markMigrationStarted(target.documents);
    await leases.check();
    await discardViews(target.views);
    const now = Date.now();
    const copied = await copyLog(logs, position, onProgress ?? (() => undefined));
    const positions = createPositionMap(await readPositions(source.documents, now));
    const log = await verifyLog(logs, positions.addPair);
    const copyOptions = { translate: positions.translate, now };
    const documentPair = { source: source.documents, target: target.documents };
    await copyDocuments(documentPair, copyOptions);
    const pictures = await copyBlobs(source, target);
    const documents = await verifyDocuments(documentPair, copyOptions);
    // What was copied names the installation; the target's data folder may not yet.
    await createInstallation(target, target.storageConfig, systemClock);
    await leases.check();
    await clearMigrationMarker(target.documents);
    return { before, copied, log, documents, pictures };
  } finally {
    await leases.release();
  }
}

async function readPositions(documents: ListedDocuments, now: number): Promise<Position[]> {
  const positions: Position[] = [];
  for await (const { doc } of readDocuments(documents, now)) {
    if (hasPosition(doc)) positions.push(doc.position);
  }
  return positions;
}

/** The views of a target that was in use before refer to events by other positions. */
async function discardViews(views: ViewStore): Promise<void> {
  for (const view of (await views.checkpoints()).keys()) {
    const live = await views.live(view);
    if (live) await views.discard(view, live.generation);
  }
}

/** Copies the files of all pictures. Resolves to the number of pictures. */
async function copyBlobs(source: BlobSide, target: Pick<BlobSide, 'blobs'>): Promise<number> {
  let count = 0;
  for await (const docs of readPages(source.documents, documentSpaces.pictures)) {
    for (const name of docs.flatMap(({ id }) => pictureSizes.map((size) => nameBlob(id, size)))) {
      const bytes = await source.blobs.get(name);
      if (bytes !== null) await target.blobs.put(name, bytes);
    }
    count += docs.length;
  }
  return count;
}
