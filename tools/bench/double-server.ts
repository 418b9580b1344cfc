import { startFakeEventStoreDb } from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';

// The double of an EventStoreDB in a separate process, as a server is: its work must not count as that of the client.
const double = await startFakeEventStoreDb();
console.log(`listening on http://127.0.0.1:${double.port}`);
