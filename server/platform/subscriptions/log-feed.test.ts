import { join } from 'node:path';
import { describe } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { openEventStoreDb } from '#server/platform/event-store/eventstoredb/eventstoredb.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { startFakeEventStoreDb } from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { describeCrashes } from './suite/crash.suite.ts';
import { describeLogFeed, type OpenStore } from './suite/log-feed.suite.ts';

function describeOn(open: OpenStore) {
  describeLogFeed(open);
  describeCrashes(open);
}

describe('with the log in SQLite', () => {
  describeOn(() => {
    const folder = createTestFolder();
    const store = openSqliteEventStore(join(folder, 'events.sqlite'));
    const close = async () => {
      await store.close();
    };
    return Promise.resolve({ store, close });
  });
});

describe('with the log in EventStoreDB', () => {
  describeOn(async () => {
    const server = await startFakeEventStoreDb();
    const store = openEventStoreDb(server.url);
    const close = async () => {
      await store.close();
      await server.close();
    };
    return { store, close };
  });
});
