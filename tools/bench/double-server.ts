import { startFakeEventStoreDb } from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';

// The double of an EventStoreDB in a process of its own, as a server is: its work must not be taken for a client's.
const double = await startFakeEventStoreDb();
console.log(`listening on http://127.0.0.1:${double.port}`);
