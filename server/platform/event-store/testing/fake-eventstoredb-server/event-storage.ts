export type ProposedEvent = { id: string; type: string; contentType: string; data: Uint8Array; metadata: Uint8Array };
export type StoredRecord = ProposedEvent & { stream: string; revision: number; position: number; created: Date };
export type EventStorage = ReturnType<typeof createEventStorage>;

const firstPosition = 200;
/** The overhead of a record, in bytes. */
const recordOverheadBytes = 120;

/** The events on disk, in order. */
export function createEventStorage() {
  const all: StoredRecord[] = [];
  const streams = new Map<string, StoredRecord[]>();

  const put = (event: StoredRecord): StoredRecord => {
    all.push(event);
    const ofStream = streams.get(event.stream);
    if (ofStream) ofStream.push(event);
    else streams.set(event.stream, [event]);
    return event;
  };
  const of = (stream: string): readonly StoredRecord[] => streams.get(stream) ?? [];
  const add = (stream: string, event: ProposedEvent): StoredRecord => {
    const position = getEndPosition(all.at(-1));
    return put({ ...event, stream, revision: of(stream).length, position, created: new Date() });
  };
  /** Keeps only the first `count`. */
  const cutTo = (count: number) => {
    const events = all.splice(0).slice(0, count);
    streams.clear();
    for (const event of events) put(event);
  };
  return { all: all as readonly StoredRecord[], of, add, cutTo };
}

/** Where the record after this one begins. */
export function getEndPosition(event: StoredRecord | undefined): number {
  return event ? event.position + recordOverheadBytes + event.data.length + event.metadata.length : firstPosition;
}

/** The index in the log of the event at `position`, null when none begins there. */
export function findIndexAt(all: readonly StoredRecord[], position: number): number | null {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.position ?? Infinity) < position) low = middle + 1;
    else high = middle;
  }
  return all[low]?.position === position ? low : null;
}
