import { type Position, startPosition } from '#domain/shared/decider.ts';
import { StartupError } from '#server/lib/errors.ts';
import { isDamaged } from '#server/platform/event-store/damage.ts';
import { readLogPages } from '#server/platform/event-store/log-pages.ts';
import { type EventStore, type StoredEvent, WrongExpectedRevision } from '#server/platform/event-store/port.ts';
import { toSortedJson, toCanonicalEvent, type Checksum, createChecksum } from './checksum.ts';

type LogPair = { source: EventStore; target: EventStore };
/** Receives the number of copied events, and the position in the source up to which they are copied. */
export type CopyProgressListener = (events: number, position: Position) => void;

const pageSize = 500;
/** The size of one append, well within the limit of an EventStoreDB. */
const maxEvents = 200;
const maxBytes = 500_000;

/**
 * Appends to the target the source's events after `after`, in the order of the whole log, at exact revisions: an
 * interrupted copy continues where it stopped. Resolves to the number of events. Throws StartupError where another
 * process writes to the target, StoreUnavailable.
 */
export async function copyLog(
  { source, target }: LogPair,
  after: Position,
  onProgress: CopyProgressListener,
): Promise<number> {
  let copied = 0;
  for await (const page of readLogPages(source, after, pageSize)) {
    for (const group of groupEvents(page)) {
      await appendGroup(target, group);
      copied += group.length;
      onProgress(copied, group.at(-1)?.position ?? after);
    }
  }
  return copied;
}

/**
 * Reads both logs from the first event to the last, side by side. `addPair` receives the positions of each event in
 * both. Throws StartupError where they differ.
 */
export async function verifyLog(
  { source, target }: LogPair,
  addPair: (source: Position, target: Position) => void,
): Promise<Checksum> {
  const [here, there] = [createChecksum(), createChecksum()];
  for await (const [event, copy] of readPairs(source, target)) {
    if (event) here.add(toCanonicalEvent(event));
    if (copy) there.add(toCanonicalEvent(copy));
    if (event && copy) addPair(event.position, copy.position);
  }
  const [sum, copied] = [here.sum(), there.sum()];
  if (sum.sha256 === copied.sha256) return sum;
  throw new StartupError(
    `The copy differs from the source: ${copied.count} events (SHA-256 ${copied.sha256}), not ${sum.count} (${sum.sha256}). Stop everything that writes to either, and run it again`,
  );
}

/**
 * The number of events of the source that the target begins with, and the position of the last of them in the source.
 * Throws StartupError where the target holds anything else.
 */
export async function findCommonPrefix({ source, target }: LogPair): Promise<{ count: number; position: Position }> {
  let position = startPosition;
  let count = 0;
  for await (const [event, copy] of readPairs(source, target)) {
    if (!copy) break;
    if (!event || toCanonicalEvent(event) !== toCanonicalEvent(copy)) {
      throw new StartupError(
        `The target is not empty, and its event ${count + 1} (${copy.type} in ${copy.stream}) is not that of the source: give a target that is empty, or one that this very log was copied into`,
      );
    }
    position = event.position;
    count += 1;
  }
  return { count, position };
}

/** Pairs of events: the first of both, the second of both ...; null where one log has ended. */
async function* readPairs(source: EventStore, target: EventStore) {
  const [here, there] = [readEvents(source), readEvents(target)];
  for (;;) {
    const [event, copy] = await Promise.all([here.next(), there.next()]);
    if (event.done && copy.done) return;
    yield [event.done ? null : event.value, copy.done ? null : copy.value] as const;
  }
}

async function* readEvents(store: EventStore): AsyncGenerator<StoredEvent, undefined> {
  for await (const page of readLogPages(store, startPosition, pageSize)) yield* page;
}

/** Consecutive events of one stream and one origin can be appended together. */
function groupEvents(page: StoredEvent[]): StoredEvent[][] {
  const groups: StoredEvent[][] = [];
  let bytes = 0;
  for (const event of page) {
    const size = Buffer.byteLength(JSON.stringify(event.data));
    const group = groups.at(-1);
    bytes += size;
    if (group && group.length < maxEvents && bytes <= maxBytes && isSameGroup(event, group.at(-1))) {
      group.push(event);
    } else {
      groups.push([event]);
      bytes = size;
    }
  }
  return groups;
}

function isSameGroup(event: StoredEvent, before: StoredEvent | undefined): boolean {
  return event.stream === before?.stream && toSortedJson(event.metadata) === toSortedJson(before.metadata);
}

async function appendGroup(target: EventStore, group: StoredEvent[]): Promise<void> {
  const [first] = group;
  if (!first) return;
  const damaged = group.find(isDamaged);
  if (damaged) throw new StartupError(`The log cannot be copied: ${damaged.damage.problem}`);
  const events = group.map(({ id, type, data }) => ({ id, type, data }));
  try {
    await target.append(first.stream, events, first.revision - 1, first.metadata);
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    throw new StartupError(
      `Something else writes to the target (${error.message}): stop it, empty the target, and begin again`,
      { cause: error },
    );
  }
}
