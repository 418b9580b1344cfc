import { startPosition } from '#domain/shared/decider.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { ciphertextOf } from './encrypted-event-store.ts';
import type { SubjectKeys } from './subject-keys.ts';

/** Events at either end of the log that are looked at when a server starts. */
const maxEventsPerEnd = 500;

type KeyIntegrityDeps = { stored: EventStore; subjectKeys: SubjectKeys };

/**
 * The keys of those who came first and of those who came last are there: where the credentials are not those of this
 * log, one of them is missing. Throws StartRefused rather than have anybody served with holes.
 */
export async function assertSubjectKeysPresent(
  { stored, subjectKeys }: KeyIntegrityDeps,
  where: string,
): Promise<void> {
  const ends = [
    ...(await stored.readAll(startPosition, maxEventsPerEnd)),
    ...(await stored.readAllBackwards(null, maxEventsPerEnd)),
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
