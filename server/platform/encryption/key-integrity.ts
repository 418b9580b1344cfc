import { startPosition } from '#domain/shared/decider.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { ciphertextOf } from './open-events.ts';
import type { SubjectKeys } from './subject-keys.ts';

/** Events at either end of the log that are checked at the start of a server. */
const maxEventsPerEnd = 500;

type KeyIntegrityDeps = { encryptedEvents: Pick<EventStore, 'readAll' | 'readAllBackwards'>; subjectKeys: SubjectKeys };
/** A key that is lost, and the first event that needs it; `cause` is the subject. */
type LostSubjectKey = { cause: string; event: StoredEvent; problem: string };

/**
 * The lost keys of the first and the last subjects. Where the credentials belong to another log, none of them can be
 * had: throws StartupError then, rather than serve incomplete data.
 */
export async function findLostKeys(
  { encryptedEvents, subjectKeys }: KeyIntegrityDeps,
  where: string,
): Promise<LostSubjectKey[]> {
  const newest = await encryptedEvents.readAllBackwards(null, maxEventsPerEnd);
  const ends = [...(await encryptedEvents.readAll(startPosition, maxEventsPerEnd)), ...newest.toReversed()];
  const firstBySubject = new Map<string, StoredEvent>();
  for (const event of ends) {
    const subject = ciphertextOf(event)?.subject;
    if (subject !== undefined && !firstBySubject.has(subject)) firstBySubject.set(subject, event);
  }
  const keys = await subjectKeys.load(new Set(firstBySubject.keys()));
  const lost = [...firstBySubject].flatMap(([cause, event]) => {
    const key = keys.get(cause);
    return key instanceof StoreDamaged ? [{ cause, event, problem: key.message }] : [];
  });
  const [first] = lost;
  if (first === undefined || lost.length < keys.size) return lost;
  throw new StartupError(`${where}: ${first.problem}`, { cause: keys.get(first.cause) });
}
