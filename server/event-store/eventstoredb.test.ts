import { afterAll, beforeAll } from 'vitest';
import { describeEventStore } from './contract.ts';
import { openEventStoreDb } from './eventstoredb.ts';
import { type Double, startDouble } from './testing/double/server.ts';

let double: Double;
beforeAll(async () => {
  double = await startDouble();
});
afterAll(() => double.close());

describeEventStore('The log in EventStoreDB', () =>
  Promise.resolve(openEventStoreDb(process.env['EVENTSTORE_URL'] ?? double.url)),
);
