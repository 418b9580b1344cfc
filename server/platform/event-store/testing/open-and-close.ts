// Uses the log at the address in argv[2] in every way, closes it, and says so: nothing may then keep the process alive.
import { startPosition } from '#domain/shared/decider.ts';
import { openEventStoreDb } from '../eventstoredb/eventstoredb.ts';
import { noStream } from '../port.ts';
import { createHappenedEvents, appendUntilWritten } from './eventstoredb-fixture.ts';

const store = openEventStoreDb(process.argv[2] ?? '');
const seen = Promise.withResolvers<null>();
store.subscribe(startPosition, () => {
  seen.resolve(null);
  return Promise.resolve();
});
store.subscribe(startPosition, () => Promise.reject(new Error('never')));
if (process.argv[3] === 'there') {
  await appendUntilWritten(store, 's', createHappenedEvents(3), noStream);
  await store.read('s');
  await store.head();
  await seen.promise;
} else {
  await store.head().catch(() => null);
}
await store.close();
process.stdout.write('closed');
