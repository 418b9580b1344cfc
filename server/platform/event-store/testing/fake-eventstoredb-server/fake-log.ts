import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { deletedStreamMetadata, createVisibility } from './visibility.ts';
import { createEventStorage, type StoredRecord, type ProposedEvent } from './event-storage.ts';
import { type ExpectedRevision, decideAppend } from './append-decision.ts';

/** `last` is the last event of the append, null when it held none; `wrong` the revision that conflicted. */
type AppendOutcome = { last: StoredRecord | null } | { wrong: number } | 'deleted';
export type FakeLog = ReturnType<typeof createFakeLog>;

/** The server's events on disk, and the ids that it has in memory. */
export function createFakeLog() {
  const grown = new EventEmitter().setMaxListeners(0);
  const storage = createEventStorage();
  const { tombstones, revivedAt, isDeleted, visible } = createVisibility(storage);
  const inMemory = new Map<string, StoredRecord>();

  const write = (stream: string, events: ProposedEvent[]): StoredRecord | null => {
    for (const event of events) inMemory.set(event.id, storage.add(stream, event));
    grown.emit('grown');
    return storage.of(stream).at(-1) ?? null;
  };
  const set = (stream: string, settings: string) => {
    const data = Buffer.from(settings);
    const event = { id: randomUUID(), type: '$metadata', contentType: 'application/json', data, metadata: Buffer.of() };
    return write(`$$${stream}`, [event]);
  };

  const append = (stream: string, proposed: ProposedEvent[], expected: ExpectedRevision): AppendOutcome => {
    if (tombstones.has(stream)) return 'deleted';
    const events = storage.of(stream);
    const streamState = { stream, events, isDeleted: isDeleted(stream), inMemory: (id: string) => inMemory.get(id) };
    const ids = proposed.map(({ id }) => id);
    const decision = decideAppend(streamState, ids, expected);
    if (decision === 'deleted') return decision;
    if (decision === 'wrong') return { wrong: events.length - 1 };
    if (decision !== 'write') return { last: decision.already };
    if (streamState.isDeleted) revivedAt.set(stream, events.length);
    return { last: write(stream, proposed) };
  };

  set('$scavenges', '{"$maxCount":1}');
  return {
    all: storage.all,
    /** Notifies `grown`. */
    grown,
    visible,
    append,
    /** A system event. */
    write,
    remove: (stream: string) => {
      revivedAt.delete(stream);
      return set(stream, deletedStreamMetadata);
    },
    tombstone: (stream: string) => void tombstones.add(stream),
    /** As after a restart; with `kept`, of a backup that holds at most this many of the first events. */
    reopen: (kept = storage.all.length) => {
      inMemory.clear();
      storage.cutTo(kept);
    },
  };
}
