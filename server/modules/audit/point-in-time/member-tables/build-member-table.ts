import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { MembersAsOf } from '#domain/history/point-in-time.contract.ts';
import { users } from '#projections/users.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import type { PointInTime } from '../replay/point-in-time.ts';
import { type ScratchViews, buildScratchViews } from './scratch-projection.ts';
import type { ProgressMessage } from './scratch-projection-worker.ts';

/** A point-in-time member table, while it is built and after. */
export type TableBuild = {
  progress: MembersAsOf;
  /** The table, once it is ready. */
  views: () => ScratchViews | null;
  /** Stops it and deletes its files. */
  end: () => Promise<void>;
};

type TableBuildOptions = {
  /** Where the log is. */
  storageConfig: StorageConfig;
  log: Pick<Logger, 'error'>;
  /** The parent of the folder that holds its files. */
  folder: string;
  id: string;
  /** The moment, and the text that requested it. */
  moment: PointInTime;
  requestedText: string;
  /** What it waits for. */
  predecessor: Promise<unknown>;
};

/** Begins to build one in the background. */
export function startTableBuild({
  storageConfig,
  log,
  folder,
  id,
  moment,
  requestedText,
  predecessor,
}: TableBuildOptions): TableBuild {
  const stopping = new AbortController();
  let scratchViews: ScratchViews | null = null;
  const status: MembersAsOf = {
    id,
    state: 'building',
    percent: 0,
    asked: requestedText,
    position: null,
    at: null,
    total: null,
  };
  const onProgress = (message: ProgressMessage) => void Object.assign(status, message);

  const run = async () => {
    try {
      await predecessor;
      const own = { folder: join(folder, randomUUID()), onProgress, stopped: stopping.signal };
      scratchViews = await buildScratchViews({ storageConfig, moment, ...own });
      if (scratchViews === null) return;
      status.total = await scratchViews.views.count(users.view);
      Object.assign(status, { percent: 100, state: 'ready', position: status.at === null ? null : status.position });
    } catch (error) {
      log.error({ err: error }, 'Failed to build the point-in-time member table');
      status.state = 'failed';
    }
  };
  const done = run();

  return {
    progress: status,
    views: () => scratchViews,
    end: async () => {
      stopping.abort();
      await done;
      await scratchViews?.close();
    },
  };
}
