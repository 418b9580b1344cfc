import { startPosition } from '#domain/shared/decider.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { ciphertextOf } from './encrypted-event-store.ts';
import type { SubjectKeys } from './subject-keys.ts';

/** Events at either end of the log that are checked at the start of a server. */
const maxEventsPerEnd = 500;

type KeyIntegrityDeps = { encryptedEvents: EventStore; subjectKeys: SubjectKeys };

/**
 * Checks that the keys of the first and the last subjects exist: where the credentials belong to another log, one of
 * them is missing. Throws StartupError rather than serve incomplete data.
 */
export async function assertSubjectKeysPresent(
  { encryptedEvents, subjectKeys }: KeyIntegrityDeps,
  where: string,
): Promise<void> {
  const ends = [
    ...(await encryptedEvents.readAll(startPosition, maxEventsPerEnd)),
    ...(await encryptedEvents.readAllBackwards(null, maxEventsPerEnd)),
  ];
  const subjects = new Set(ends.flatMap((event) => ciphertextOf(event)?.subject ?? []));
  if (subjects.size === 0) return;
  try {
    await subjectKeys.load(subjects);
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    throw new StartupError(`${where}: ${error.message}`, { cause: error });
  }
}
