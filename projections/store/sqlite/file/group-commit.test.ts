import { copyFileSync, existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../port.ts';
import { openSqliteFile } from './file.ts';
import { createGroupCommit } from './group-commit.ts';
import type { SyncData } from './journal-sync.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = createTestFolder();
  file = join(folder, 'notes.sqlite');
});

function open(syncData?: SyncData) {
  const database = openSqliteFile(file, { version: 1, tables: 'CREATE TABLE notes (text TEXT NOT NULL) STRICT' });
  const group = createGroupCommit(database, 'notes.sqlite', { onAttempt: () => undefined, syncData });
  const insert = database.prepare('INSERT INTO notes VALUES (?)');
  return {
    add: (text: string) => group.commit(() => void insert.run(text)),
    copyNow: group.copyNow,
    list: () => group.read(() => listNotes(database)),
    close: async () => {
      await group.close();
      database.close();
    },
  };
}
const listNotes = (database: DatabaseSync) =>
  database
    .prepare('SELECT text FROM notes')
    .all()
    .map(({ text }) => text);
/** What would be left of the file without its write-ahead log. */
const listCopied = () => {
  const copy = join(folder, 'copy.sqlite');
  copyFileSync(file, copy);
  const database = new DatabaseSync(copy);
  const notes = listNotes(database);
  database.close();
  return notes;
};

describe('a group commit', () => {
  it('A group commit shows and acknowledges a write when it is on the disk, and lets other work run until then', async () => {
    const disk = Promise.withResolvers<undefined>();
    const notes = open(() => disk.promise);
    const done: string[] = [];
    const added = notes.add('first').then(() => done.push('acknowledged'));
    await nextTurn();
    const listed = notes.list().then((texts) => done.push(`read ${texts.join()}`));
    await nextTurn();
    await nextTurn();
    expect(done).toEqual([]);
    disk.resolve(undefined);
    await Promise.all([added, listed]);
    expect(done.toSorted()).toEqual(['acknowledged', 'read first']);
    await notes.close();
  });

  it('A group commit waits once for the disk for all that was written in the meantime', async () => {
    let syncs = 0;
    const notes = open(async () => {
      syncs += 1;
      await nextTurn();
    });
    const first = notes.add('0');
    await nextTurn();
    await Promise.all([first, ...Array.from({ length: 50 }, (_, index) => notes.add(`${index + 1}`))]);
    expect([syncs, (await notes.list()).length]).toEqual([2, 51]);
    await notes.close();
  });

  it('A group commit copies the write-ahead log where the disk refused to store it', async () => {
    const notes = open(() => Promise.reject(new Error('EIO')));
    await notes.add('first');
    expect(listCopied()).toEqual(['first']);
    await notes.close();
  });

  it('A group commit is rejected where the disk takes it in no way, and is not read until the disk does', async () => {
    const notes = open(() => Promise.reject(new Error('EIO')));
    await notes.add('first');
    const other = new DatabaseSync(file);
    other.exec('BEGIN');
    expect(listNotes(other)).toEqual(['first']);
    await expect(notes.add('second')).rejects.toThrow(StoreUnavailable);
    await expect(notes.list()).rejects.toThrow(StoreUnavailable);
    other.exec('COMMIT');
    other.close();
    expect(await notes.list()).toEqual(['first', 'second']);
    expect(listCopied()).toEqual(['first', 'second']);
    await notes.add('third');
    await notes.close();
  });

  it('A group commit writes what is pending before the file is closed', async () => {
    const notes = open();
    const added = notes.add('first');
    await notes.close();
    await added;
    expect(listCopied()).toEqual(['first']);
  });

  it('The write-ahead log of a group commit is copied in the background once it is long', async () => {
    const notes = open();
    await addPages(notes, 900);
    const pagesInFile = () => statSync(file).size / 4_096;
    expect(pagesInFile()).toBeLessThan(10);
    await addPages(notes, 200);
    await expect.poll(pagesInFile).toBeGreaterThan(900);
    await notes.close();
  });

  it('The write-ahead log of a group commit can be emptied, and the file closed, while it is copied', async () => {
    const notes = open();
    await addPages(notes, 1_100);
    await notes.copyNow();
    expect(statSync(`${file}-wal`).size).toBe(0);
    await addPages(notes, 1_100);
    await notes.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(listCopied()).toHaveLength(2_200);
  });
});

/** A note of 4,000 characters takes a page. */
async function addPages(notes: ReturnType<typeof open>, count: number) {
  for (let added = 0; added < count; added += 100)
    await Promise.all(Array.from({ length: 100 }, () => notes.add('x'.repeat(4_000))));
}
