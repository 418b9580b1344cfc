// Compares blocks of the stored chain with the log of an installation, which stays open for the next blocks.
import { answerMessages } from '#server/lib/threads/run-in-worker.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { openStoredLog } from '#server/platform/storage/stores.ts';
import { type BlockRange, checkBlocks } from './check-blocks.ts';

export type BlocksTask = { storageConfig: StorageConfig; range: BlockRange };

let opened: { name: string; log: EventStore } | null = null;

async function openLog(storageConfig: StorageConfig): Promise<EventStore> {
  const name = JSON.stringify(storageConfig);
  if (opened?.name === name) return opened.log;
  await opened?.log.close();
  opened = { name, log: await openStoredLog(storageConfig) };
  return opened.log;
}

answerMessages(({ storageConfig, range }: BlocksTask) =>
  openLog(storageConfig)
    .then((log) => checkBlocks(log, range))
    // What cannot be read is read again, and explained, one event after the other.
    .catch(() => []),
);
