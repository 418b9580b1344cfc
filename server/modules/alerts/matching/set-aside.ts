import type { Documents } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

const space = 'scout-parked';
const state = 'parked';

/** An event that the scout cannot handle. */
type SetAside = Pick<StoredEvent, 'id' | 'position' | 'type' | 'stream'> & { state: typeof state; error: string };

/** Sets an event aside for a person to look at, so that one bad event does not stop the scout. */
export async function putAside(
  documents: Documents,
  { id, position, type, stream }: StoredEvent,
  error: unknown,
): Promise<void> {
  const doc: SetAside = { id, position, type, stream, state, error: String(error) };
  await documents.put(space, doc);
}

export function setAside(documents: Documents): Promise<SetAside[]> {
  return documents.findBy<SetAside>(space, 'state', state);
}

export function countSetAside(documents: Documents): Promise<number> {
  return documents.countBy(space, 'state', state);
}
