import { eventStoreDbProgram, startEventStoreDb } from './eventstoredb-program.ts';

// Runs a server in an empty folder until SIGTERM; the line of its address has the form of FerretDB's.
const server = await startEventStoreDb(eventStoreDbProgram ?? '');
process.once('SIGTERM', () => void server.end());
console.log(`ready on ${server.url}`);
