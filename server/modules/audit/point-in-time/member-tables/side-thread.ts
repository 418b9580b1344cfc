import { parentPort, workerData } from 'node:worker_threads';
import { users } from '#projections/users.ts';
import type { Places } from '#server/platform/config/places.ts';
import { openLog } from '#server/platform/storage/stores.ts';
import { replay } from '../replay/replay.ts';
import type { Moment } from '../replay/moment.ts';

/** What the thread is given. */
export type Work = { places: Places; moment: Moment; folder: string };
/** How far it has come; `position` and `at` of the last event by then once that is found, null where there is none. */
export type Word = { percent: number; position?: number | null; at?: string | null };

// Given by `sideProjection`, and nobody else.
const { places, moment, folder } = workerData as Work;
const tell = (word: Word) => parentPort?.postMessage(word);

const events = await openLog(places);
try {
  const head = await events.head();
  await replay({
    events,
    projections: [users],
    moment,
    until: '',
    into: folder,
    onFound: ({ position, at }) => tell({ position, at, percent: 0 }),
    // What is left then is the making of indexes.
    onProgress: (_read, position) => tell({ percent: Math.floor(Math.min(1, position / head) * 95) }),
  });
} finally {
  await events.close();
}
