import { parentPort, workerData } from 'node:worker_threads';
import { users } from '#projections/users.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { openLog } from '#server/platform/storage/stores.ts';
import { replayViews } from '../replay/replay-views.ts';
import type { PointInTime } from '../replay/point-in-time.ts';

/** The input of the thread. */
export type BuildTask = { storageConfig: StorageConfig; moment: PointInTime; folder: string };
/**
 * Its progress; `position` and `at` are those of the last event by then once that is found, null where there is none.
 */
export type ProgressMessage = { percent: number; position?: number | null; at?: string | null };

// Given only by `buildScratchViews`.
const { storageConfig, moment, folder } = workerData as BuildTask;
const sendProgress = (message: ProgressMessage) => parentPort?.postMessage(message);

const events = await openLog(storageConfig);
try {
  const head = await events.head();
  await replayViews({
    events,
    projections: [users],
    moment,
    endTime: '',
    targetDir: folder,
    onFound: ({ position, at }) => sendProgress({ position, at, percent: 0 }),
    // The remaining work is the creation of indexes.
    onProgress: (_read, position) => sendProgress({ percent: Math.floor(Math.min(1, position / head) * 95) }),
  });
} finally {
  await events.close();
}
