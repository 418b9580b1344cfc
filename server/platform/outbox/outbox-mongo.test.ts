import { afterAll, describe } from 'vitest';
import { openMongoDocuments } from '#projections/store/mongo/mongo.ts';
import { createTestDatabase, isServerMissing } from '#projections/store/testing/test-database.ts';
import { describeOutbox } from './suite/outbox.suite.ts';

describe.skipIf(isServerMissing)('With MongoDB', () => {
  const database = createTestDatabase();
  afterAll(() => database.drop());

  // FerretDB, which replaces MongoDB where there is none, takes a second for some hundred writes.
  const volume = { waiting: 2_000, crashed: 300 };
  describeOutbox(
    'A database',
    async () => {
      await database.db.dropDatabase();
      return openMongoDocuments(database.url);
    },
    volume,
  );
});
