import { randomBytes } from 'node:crypto';
import { testDatabase } from '#projections/store/testing/test-database.ts';
import { type Double, startDouble } from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';

export { withoutServer as withoutEngines } from '#projections/store/testing/test-database.ts';

export type Engines = {
  double: Double;
  env: Record<'EVENTSTORE_URL' | 'MONGODB_URL' | 'SESSION_SECRET' | 'CREDENTIAL_KEY', string>;
  end: () => Promise<void>;
};

/**
 * Both engines for a product that a test starts: the double of an EventStoreDB, and a database of its own on the server
 * of MONGODB_URL. `env` names them, with the keys that they demand.
 */
export async function startEngines(): Promise<Engines> {
  const double = await startDouble();
  const database = testDatabase();
  return {
    double,
    env: {
      EVENTSTORE_URL: double.url,
      MONGODB_URL: database.url,
      SESSION_SECRET: randomBytes(32).toString('base64'),
      CREDENTIAL_KEY: randomBytes(32).toString('base64'),
    },
    end: async () => {
      await double.close();
      await database.drop();
    },
  };
}
