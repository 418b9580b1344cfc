import { projections } from '#projections/all.ts';
import { rebuildViews } from '#server/platform/projector/rebuild.ts';
import { checkpointIds, saveCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import { openStores, type Stores } from '#server/platform/storage/stores.ts';
import type { Bench } from '../setup.ts';

/**
 * Writes into the log of a folder whose server is stopped, encrypted as the server would, and leaves the folder as a
 * server would that had finished its work: all views are built, and the checkpoints of the scout, the mails and all
 * other subscriptions are at its end. Only chain and index of the history are left to the server. The folder must have
 * its keys.
 */
export async function fillFolder(dataDir: string, write: (stores: Stores) => Promise<void>): Promise<void> {
  const stores = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
  try {
    await write(stores);
    await rebuildViews({ ...stores, projections });
    const head = await stores.events.head();
    for (const follower of checkpointIds) await saveCheckpoint(stores.documents, head, follower);
  } finally {
    await stores.close();
  }
}

/** A folder in which a server was started once, so that its keys exist. */
export async function createFolder(bench: Bench): Promise<string> {
  const dataDir = await bench.folder();
  await (await bench.startProduct(dataDir)).stop();
  return dataDir;
}
