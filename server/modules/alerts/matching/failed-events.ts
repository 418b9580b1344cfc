import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { documentSpaces } from '#server/platform/documents/document-spaces.ts';

const space = documentSpaces.matchingFailures;
const state = 'parked';

/** An event that the scout cannot process. */
type MatchingFailureDoc = Pick<StoredEvent, 'id' | 'position' | 'type' | 'stream'> & {
  state: typeof state;
  error: string;
};

/** Records a failed event for an admin, so that one bad event does not stop the scout. */
export async function recordFailedEvent(
  documents: Documents,
  { id, position, type, stream }: StoredEvent,
  error: unknown,
): Promise<void> {
  const doc: MatchingFailureDoc = { id, position, type, stream, state, error: String(error) };
  await documents.put(space, doc);
}

export function listMatchingFailures(documents: Documents): Promise<MatchingFailureDoc[]> {
  return listAll<MatchingFailureDoc>(documents, space, { state });
}

export function countMatchingFailures(documents: Documents): Promise<number> {
  return documents.count(space, { state });
}
