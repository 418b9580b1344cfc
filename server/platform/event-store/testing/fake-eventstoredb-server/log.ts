import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { deletedMark, hiding } from './hidden.ts';
import { emptyShelf, type Kept, type Proposed } from './shelf.ts';
import { type Expected, verdictOn } from './verdict.ts';

/** `last` is the last event of the append, null when it held none; `wrong` the revision that stood in the way. */
type Outcome = { last: Kept | null } | { wrong: number } | 'deleted';
export type Log = ReturnType<typeof openLog>;

/** What the server has on disk, and the ids that it holds in memory. */
export function openLog() {
  const grown = new EventEmitter().setMaxListeners(0);
  const shelf = emptyShelf();
  const { tombstones, revivedAt, isDeleted, visible } = hiding(shelf);
  const inMemory = new Map<string, Kept>();

  const write = (stream: string, events: Proposed[]): Kept | null => {
    for (const event of events) inMemory.set(event.id, shelf.add(stream, event));
    grown.emit('grown');
    return shelf.of(stream).at(-1) ?? null;
  };
  const set = (stream: string, settings: string) => {
    const data = Buffer.from(settings);
    const event = { id: randomUUID(), type: '$metadata', contentType: 'application/json', data, metadata: Buffer.of() };
    return write(`$$${stream}`, [event]);
  };

  const append = (stream: string, proposed: Proposed[], expected: Expected): Outcome => {
    if (tombstones.has(stream)) return 'deleted';
    const events = shelf.of(stream);
    const standing = { stream, events, isDeleted: isDeleted(stream), inMemory: (id: string) => inMemory.get(id) };
    const ids = proposed.map(({ id }) => id);
    const verdict = verdictOn(standing, ids, expected);
    if (verdict === 'deleted') return verdict;
    if (verdict === 'wrong') return { wrong: events.length - 1 };
    if (verdict !== 'write') return { last: verdict.already };
    if (standing.isDeleted) revivedAt.set(stream, events.length);
    return { last: write(stream, proposed) };
  };

  set('$scavenges', '{"$maxCount":1}');
  return {
    all: shelf.all,
    /** Tells `grown`. */
    grown,
    visible,
    append,
    /** Written by the server itself. */
    write,
    remove: (stream: string) => {
      revivedAt.delete(stream);
      return set(stream, deletedMark);
    },
    tombstone: (stream: string) => void tombstones.add(stream),
    /** As after a restart; with `kept`, of a backup that holds only the first so many events. */
    reopen: (kept = shelf.all.length) => {
      inMemory.clear();
      shelf.cutTo(kept);
    },
  };
}
