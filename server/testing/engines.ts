import { createTestDatabase } from '#projections/store/testing/test-database.ts';
import {
  type FakeEventStoreDb,
  startFakeEventStoreDb,
} from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { createSecrets } from './environment.ts';

export { isServerMissing } from '#projections/store/testing/test-database.ts';

export type TestEngines = {
  double: FakeEventStoreDb;
  env: Record<'EVENTSTORE_URL' | 'MONGODB_URL' | 'SESSION_SECRET' | 'CREDENTIAL_KEY', string>;
  stop: () => Promise<void>;
};

/**
 * Both engines for a product that a test starts: a fake EventStoreDB, and a separate database on the server of
 * MONGODB_URL. `env` contains their addresses, and the keys that they require.
 */
export async function startTestEngines(): Promise<TestEngines> {
  const double = await startFakeEventStoreDb();
  const database = createTestDatabase();
  return {
    double,
    env: {
      EVENTSTORE_URL: double.url,
      MONGODB_URL: database.url,
      ...createSecrets(),
    },
    stop: async () => {
      await double.close();
      await database.drop();
    },
  };
}
