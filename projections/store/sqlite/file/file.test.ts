import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { StoreDamaged } from '../../port.ts';
import { openSqliteFile } from './file.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

it('A file that was restored beside the journal of a newer one is found to be damaged when it is opened', () => {
  const [file, older] = [join(folder, 'notes.sqlite'), join(folder, 'older.sqlite')];
  const layout = { version: 1, tables: 'CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT' };
  const first = openSqliteFile(file, layout);
  const insert = first.prepare('INSERT INTO notes VALUES (?)');
  for (let n = 1000; n < 3000; n += 1) insert.run(`${n} and some more text`);
  first.close();
  copyFileSync(file, older);

  const newer = openSqliteFile(file, layout);
  newer.exec("INSERT INTO notes VALUES ('2000 in between'); PRAGMA wal_checkpoint(TRUNCATE)");
  newer.exec("INSERT INTO notes VALUES ('1000 at the beginning')");
  copyFileSync(`${file}-wal`, `${older}-wal`);
  newer.close();

  expect(() => openSqliteFile(older, layout)).toThrow(StoreDamaged);
});
