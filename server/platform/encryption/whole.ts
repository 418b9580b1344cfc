import { start } from '#domain/shared/decider.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { StartRefused } from '#server/lib/errors.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { sealedPart } from './sealing.ts';
import type { SubjectKeys } from './subject-keys.ts';

/** Events at either end of the log that are looked at when a server starts. */
const looked = 500;

type Parts = { stored: EventStore; subjectKeys: SubjectKeys };

/**
 * The keys of those who came first and of those who came last are there: where the credentials are not those of this
 * log, one of them is missing. Throws StartRefused rather than have anybody served with holes.
 */
export async function refuseMissingKeys({ stored, subjectKeys }: Parts, where: string): Promise<void> {
  const ends = [...(await stored.readAll(start, looked)), ...(await stored.readAllBackwards(null, looked))];
  const subjects = new Set(ends.flatMap((event) => sealedPart(event)?.subject ?? []));
  if (subjects.size === 0) return;
  try {
    await subjectKeys.load(subjects);
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    throw new StartRefused(`${where}: ${error.message}`, { cause: error });
  }
}
