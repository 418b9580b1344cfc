// Appends, three events each, to the log in argv[2] from many writers at once, and prints each event's id once it is
// acknowledged.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openSqliteEventStore } from '../sqlite/sqlite.ts';

const store = openSqliteEventStore(process.argv[2] ?? '');
const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };

async function write(stream: string) {
  let { revision } = await store.read(stream);
  for (;;) {
    const events = Array.from({ length: 3 }, () => ({ id: randomUUID(), type: 'Happened', data: {} }));
    ({ revision } = await store.append(stream, events, revision, by));
    writeSync(1, events.map(({ id }) => `${id}\n`).join(''));
  }
}
await Promise.all(Array.from({ length: 16 }, (_, n) => write(`writer-${n}`)));
