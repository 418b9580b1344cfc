import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Documents } from '../port.ts';
import { openSqliteDocuments } from '../sqlite/sqlite.ts';

/** Documents in a file that is removed at the end of the test. */
export function openTemporaryDocuments(): Documents {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  const documents = openSqliteDocuments(join(folder, 'documents.sqlite'));
  onTestFinished(async () => {
    await documents.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return documents;
}
