import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ListedDocuments } from '../port.ts';
import { openSqliteDocuments } from '../sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';

/** Documents in a file that is removed at the end of the test. */
export function openTemporaryDocuments(): ListedDocuments {
  const documents = openSqliteDocuments(join(createTestFolder(), 'documents.sqlite'));
  onTestFinished(() => documents.close());
  return documents;
}
