import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { describeOutbox } from './suite/outbox.suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
let files = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeOutbox('A file of documents', () => {
  files += 1;
  return Promise.resolve(openSqliteDocuments(join(folder, `${files}.sqlite`)));
});
