import { afterAll, describe } from 'vitest';
import { openMongoDocuments } from '#projections/store/mongo/mongo.ts';
import { createTestDatabase, isServerMissing } from '#projections/store/testing/test-database.ts';
import { describeOutbox } from './suite/outbox.suite.ts';

describe.skipIf(isServerMissing)('With MongoDB', () => {
  const database = createTestDatabase();
  afterAll(() => database.drop());

  describeOutbox('a database', async () => {
    await database.db.dropDatabase();
    return openMongoDocuments(database.url);
  });
});
