import { join, resolve } from 'node:path';
import { createDocumentBlobs } from '#projections/store/blobs/document-blobs.ts';
import { createFileBlobs } from '#projections/store/blobs/file-blobs.ts';
import type { Blobs } from '#projections/store/blobs/port.ts';
import type { Documents } from '#projections/store/port.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { blobsFolder } from './store-files.ts';

/** Files in the data folder, or in the database that all processes share. */
export function createBlobs({ dataDir, mongoUrl }: Omit<StorageConfig, 'eventStoreUrl'>, documents: Documents): Blobs {
  return mongoUrl === null ? createFileBlobs(join(resolve(dataDir), blobsFolder)) : createDocumentBlobs(documents);
}
