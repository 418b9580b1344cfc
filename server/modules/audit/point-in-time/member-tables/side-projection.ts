import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { openSealedViews, type ViewsCopy } from '#server/platform/storage/side-stores.ts';
import type { Word, Work } from './side-thread.ts';

export type Side = { views: ViewsCopy; close: () => Promise<void> };

type Given = Work & { onProgress: (word: Word) => void; stopped: AbortSignal };

/**
 * The users as of a moment, built by a thread of its own into a folder of their own: neither the views that everybody
 * reads nor those who wait for answers notice. Null where it was stopped. Its memory does not grow with the log.
 */
export async function sideProjection({ onProgress, stopped, ...work }: Given): Promise<Side | null> {
  const remove = () => rm(work.folder, { recursive: true, force: true });
  try {
    if (!stopped.aborted) await threadAt(work, onProgress, stopped);
    if (stopped.aborted) {
      await remove();
      return null;
    }
  } catch (error) {
    await remove();
    throw error;
  }
  const views = openSealedViews(work.folder);
  // What is open can be read on without a name: nothing of somebody who is deleted meanwhile, or after this process was
  // killed, is to be found in the folder.
  await remove();
  return { views, close: views.close };
}

/** Resolves when the thread has ended; rejects with what it failed of. */
function threadAt(work: Work, onProgress: Given['onProgress'], stopped: AbortSignal): Promise<void> {
  const thread = new Worker(new URL('side-thread.ts', import.meta.url), { workerData: work });
  stopped.addEventListener('abort', () => void thread.terminate(), { once: true });
  return new Promise((resolve, reject) => {
    thread
      .on('message', onProgress)
      .once('error', reject)
      .once('exit', () => resolve());
  });
}
