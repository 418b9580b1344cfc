import { resolve } from 'node:path';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';

/** The name of a side in messages. Addresses may contain passwords, and are not printed. */
export function describeStorage({ dataDir, eventStoreUrl }: StorageConfig): string {
  return eventStoreUrl === null ? `DATA_DIR ${resolve(dataDir)}` : 'EVENTSTORE_URL and MONGODB_URL';
}
