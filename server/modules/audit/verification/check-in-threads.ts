import { availableParallelism } from 'node:os';
import { createWorkerPool } from '#server/lib/threads/worker-pool.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import type { BlockRange, CheckedBlock } from './check-blocks.ts';
import type { BlocksTask } from './check-blocks-thread.ts';

const check = createWorkerPool<CheckedBlock[]>(new URL('check-blocks-thread.ts', import.meta.url), {
  size: availableParallelism(),
  resourceLimits: { maxOldGenerationSizeMb: 512 },
  cpuLimitMs: null,
  fallback: [],
});

/** Compares blocks with the log of an installation, in as many threads as there are processors. */
export function createThreadedCheck(storageConfig: StorageConfig): (range: BlockRange) => Promise<CheckedBlock[]> {
  return (range) => check({ storageConfig: { ...storageConfig }, range } satisfies BlocksTask);
}
