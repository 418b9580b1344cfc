// Fills the log in argv[2] until it refuses, and prints the outcome. Run with a limit on the size of files.
import { randomUUID } from 'node:crypto';
import { startPosition } from '#domain/shared/decider.ts';
import { noStream } from '../port.ts';
import { openSqliteEventStore } from '../sqlite/sqlite.ts';

const store = openSqliteEventStore(process.argv[2] ?? '');
const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };

const acknowledged: string[] = [];
let error = '';
while (error === '') {
  const id = randomUUID();
  try {
    await store.append(`s-${id}`, [{ id, type: 'Filled', data: 'x'.repeat(2_000) }], noStream, by);
    acknowledged.push(id);
  } catch (reason) {
    error = reason instanceof Error ? reason.name : String(reason);
  }
}
const found = new Set((await store.readAll(startPosition, 1_000_000)).map(({ id }) => id));
const allThere = acknowledged.every((id) => found.has(id)) && found.size === acknowledged.length;
const health = await store.checkHealth?.().then(
  () => 'good',
  (reason: unknown) => (reason instanceof Error ? reason.name : String(reason)),
);
process.stdout.write(JSON.stringify({ error, health, acknowledged: acknowledged.length, allThere }));
