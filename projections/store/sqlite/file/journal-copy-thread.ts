// Copies the write-ahead log of each file whose path it gets into that file, as far as no reader needs the older pages.
import { DatabaseSync } from 'node:sqlite';
import { answerMessages } from '#server/lib/threads/run-in-worker.ts';

answerMessages((file: string): true => {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // A disk that refuses a page refuses the next commit too, which says so.
  } finally {
    database.close();
  }
  return true;
});
