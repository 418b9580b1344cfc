import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import type { EventStore } from '../port.ts';
import { openSqliteEventStore } from '../sqlite/sqlite.ts';

/** A log in a file that is removed at the end of the test. */
export function openTemporaryLog(): EventStore {
  const events = openSqliteEventStore(join(createTestFolder(), 'events.sqlite'));
  onTestFinished(() => events.close());
  return events;
}
