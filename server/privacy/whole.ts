import { start } from '#domain/decider.ts';
import { personalOf } from '#domain/personal.ts';
import { type Doc, type Documents, StoreDamaged } from '#projections/store/port.ts';
import { StartRefused } from '../stores/data-folder.ts';
import type { EventStore, StoredEvent } from '../event-store/port.ts';
import { sealedPart } from './sealing.ts';
import type { SubjectKeys } from './subject-keys.ts';

const space = 'personal-data';
const id = 'log';
/** Events at either end of the log that are looked at when a server starts. */
const looked = 500;

/** `sealed` is false as long as the sealing of a log of an earlier version is under way. */
type Kept = Doc & { sealed: boolean };
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

/** Whether the log was written with all personal data sealed, or has been sealed since. */
export async function isKnownSealed(documents: Pick<Documents, 'get'>): Promise<boolean> {
  return (await documents.get<Kept>(space, id))?.sealed === true;
}

/** Whether a sealing was cut short: then the beginning of the log says nothing of its end. */
export async function isSealingOpen(documents: Pick<Documents, 'get'>): Promise<boolean> {
  return (await documents.get<Kept>(space, id))?.sealed === false;
}

export function noteSealed(documents: Pick<Documents, 'put'>, sealed = true): Promise<void> {
  const kept: Kept = { id, sealed };
  return documents.put(space, kept);
}

/** Whether personal data stand in this event for all to read. */
export function isPlain(event: StoredEvent): boolean {
  return sealedPart(event) === undefined && personalOf(event) !== null;
}

/** Whether the first personal data of a log were never sealed: so it is with those of earlier versions. */
export async function beginsPlain(stored: Pick<EventStore, 'readAll'>): Promise<boolean> {
  for (let after = start; ; ) {
    const events = await stored.readAll(after, looked);
    const told = events.find((event) => sealedPart(event) !== undefined || personalOf(event) !== null);
    if (told !== undefined) return isPlain(told);
    const last = events.at(-1);
    if (!last) return false;
    after = last.position;
  }
}
