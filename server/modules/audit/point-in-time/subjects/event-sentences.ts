import type { PastEvent } from '#domain/history/point-in-time.contract.ts';
import { isUserActor } from '#domain/workflow-log/actors.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { type UserDoc, users } from '#projections/users.ts';
import { hasDamagedData } from '#server/platform/event-store/damage.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { describeEvent } from '#domain/history/describe-event.ts';
import type { PastSubject } from './subject.ts';

/** The subject, with its events as far as they can be read. */
export type SubjectHistory = Pick<PastSubject, 'kind' | 'id' | 'events'>;
/** Types whose events give a user a name, which is personal. */
export const namingTypes: ReadonlySet<string> = new Set(['UserRegistered', 'EmailChanged']);

/**
 * Some of the subject's own events as sentences, from one index up to before another: each with the name of that time.
 */
export async function describePastEvents(
  views: ViewReader,
  subject: SubjectHistory,
  [from, until]: [from: number, until: number],
): Promise<PastEvent[]> {
  const { kind, id, events } = subject;
  const selected = events.slice(from, until);
  const people = await loadActorEmails(views, id, selected);
  let name = findNameAt(subject, from) ?? (kind === 'listing' ? 'The listing' : id);
  const names = {
    user: (userId: string) => (userId === id ? name : (people.get(userId) ?? 'a deleted user')),
    listing: (listingId: string) => (listingId === id ? name : 'a listing'),
    member: () => null,
  };
  return selected.map((event) => {
    name = readName(event, subject) ?? name;
    const { position, type, metadata } = event;
    return { position, at: metadata.at, type, sentence: describeEvent(event, names) };
  });
}

/** The last name that the first `count` events give their subject; null where they give none. */
export function findNameAt(subject: SubjectHistory, count: number): string | null {
  for (let index = count - 1; index >= 0; index -= 1) {
    const event = subject.events[index];
    const name = event ? readName(event, subject) : null;
    if (name !== null) return name;
  }
  return null;
}

/** The name that an event gives its subject: an email, or the title of a listing; null where it gives none. */
export function readName(event: StoredEvent, { kind, id }: Pick<SubjectHistory, 'kind' | 'id'>): string | null {
  const { type, data } = event;
  if (hasDamagedData(event)) return null;
  // Field names as in domain/*/events.ts.
  if (kind === 'user' && namingTypes.has(type)) return (data as { email: string }).email;
  if (kind !== 'listing' || (type !== 'ListingFound' && type !== 'ListingRejected')) return null;
  const { listingId, title } = data as { listingId: string; title: string };
  return listingId === id ? title : null;
}

/** The email addresses of the users who caused the events. */
async function loadActorEmails(
  views: ViewReader,
  own: string,
  events: readonly StoredEvent[],
): Promise<Map<string, string>> {
  const actors = new Set(events.map(({ metadata }) => metadata.actor));
  const others = [...actors].filter((actor) => isUserActor(actor) && actor !== own);
  const docs = await views.getMany<UserDoc>(users.view, others);
  return new Map(docs.flatMap((doc) => (doc ? [[doc.id, doc.email]] : [])));
}
