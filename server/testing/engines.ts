import { createTestDatabase } from '#projections/store/testing/test-database.ts';
import { eventStoreDbProgram, startEventStoreDb } from '#server/platform/event-store/testing/eventstoredb-program.ts';
import { startFakeEventStoreDb } from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { createSecrets } from './environment.ts';

export { isServerMissing } from '#projections/store/testing/test-database.ts';

export type TestEngines = Awaited<ReturnType<typeof startTestEngines>>;

/**
 * Both engines for a product that a test starts: an empty EventStoreDB, which is a fake one unless EVENTSTOREDB names
 * the program of a real one, and a separate database on the server of MONGODB_URL. `env` contains their addresses, and
 * the keys that they require.
 */
export async function startTestEngines() {
  if (eventStoreDbProgram === undefined) return startFakeEngines();
  const log = await startEventStoreDb(eventStoreDbProgram, { inMemory: true });
  return addDatabase(log.url, log.end);
}

/** Both engines, of which the EventStoreDB is always the fake one, for tests that look into it or cause its faults. */
export async function startFakeEngines() {
  const double = await startFakeEventStoreDb();
  return { double, ...addDatabase(double.url, double.close) };
}

function addDatabase(logUrl: string, endLog: () => Promise<void>) {
  const database = createTestDatabase();
  return {
    env: { EVENTSTORE_URL: logUrl, MONGODB_URL: database.url, ...createSecrets() },
    stop: async () => {
      await endLog();
      await database.drop();
    },
  };
}
