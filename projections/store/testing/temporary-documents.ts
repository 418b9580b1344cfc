import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Documents } from '../port.ts';
import { openSqliteDocuments } from '../sqlite/sqlite.ts';
import { createTestFolder } from './temporary-folder.ts';

/** Documents in a file that is removed at the end of the test. */
export function openTemporaryDocuments(): Documents {
  const folder = createTestFolder();
  const documents = openSqliteDocuments(join(folder, 'documents.sqlite'));
  onTestFinished(() => documents.close());
  return documents;
}
