import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';

const server = process.env['MONGODB_URL'];
export const isServerMissing = server === undefined;

/** A database for one test file on the server of MONGODB_URL, and a client beside the adapters. */
export function createTestDatabase() {
  const url =
    server?.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/test-${randomUUID()}`) ?? 'mongodb://none/none';
  const client = new MongoClient(url);
  return {
    url,
    db: client.db(),
    drop: async () => {
      if (server !== undefined) await client.db().dropDatabase();
      await client.close();
    },
  };
}
