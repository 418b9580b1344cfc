import { rm } from 'node:fs/promises';
import { runInWorker } from '#server/lib/threads/run-in-worker.ts';
import { openReadOnlyViews, type ViewsCopy } from '#server/platform/storage/scratch-views.ts';
import type { ProgressMessage, BuildTask } from './scratch-projection-worker.ts';

export type ScratchViews = { views: ViewsCopy; close: () => Promise<void> };

type ScratchProjectionOptions = BuildTask & { onProgress: (word: ProgressMessage) => void; stopped: AbortSignal };

/**
 * The users as of a moment, built by a separate thread into a separate folder, so that neither the live views nor
 * requests are affected. Null where it was stopped. Its memory does not grow with the log.
 */
export async function buildScratchViews({
  onProgress,
  stopped,
  ...work
}: ScratchProjectionOptions): Promise<ScratchViews | null> {
  const remove = () => rm(work.folder, { recursive: true, force: true });
  try {
    const thread = new URL('scratch-projection-worker.ts', import.meta.url);
    if (!stopped.aborted) await runInWorker(thread, { workerData: work, onMessage: onProgress, stopped });
    if (stopped.aborted) {
      await remove();
      return null;
    }
  } catch (error) {
    await remove();
    throw error;
  }
  const views = openReadOnlyViews(work.folder);
  // Open files can still be read after they are unlinked: the folder never holds personal data of a user who is deleted
  // in the meantime, or after this process was killed.
  await remove();
  return { views, close: views.close };
}
