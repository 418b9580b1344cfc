import type { PastEvent } from '#domain/time-travel/contract.ts';
import { isUser } from '#domain/workflow-log/actors.ts';
import { factOf, type LoggedEvent } from '#domain/workflow-log/facts.ts';
import { lineOf } from '#domain/workflow-log/sentences.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { type UserDoc, users } from '#projections/users.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { Subject } from './subjects.ts';

/** Whose past, with its events as they can be read. */
export type Told = Pick<Subject, 'kind' | 'id' | 'events'>;
/** Types whose events give a user a name, which is personal. */
export const naming: ReadonlySet<string> = new Set(['UserRegistered', 'EmailChanged']);

/** Some of the subject's own events as sentences, from one index up to before another: each with its name of then. */
export async function pastEvents(
  views: ViewReader,
  subject: Told,
  [from, until]: [from: number, until: number],
): Promise<PastEvent[]> {
  const { kind, id, events } = subject;
  const wanted = events.slice(from, until);
  const people = await namesOf(views, id, wanted);
  let name = nameBy(subject, from) ?? (kind === 'listing' ? 'The listing' : id);
  const names = {
    user: (userId: string) => (userId === id ? name : (people.get(userId) ?? 'a deleted user')),
    listing: (listingId: string) => (listingId === id ? name : 'a listing'),
  };
  return wanted.map((event) => {
    name = nameIn(event, subject) ?? name;
    const { position, type, metadata } = event;
    return { position, at: metadata.at, type, sentence: sentenceOf(event, names) };
  });
}

/** The last name that the first `count` events give their subject; null where they give none. */
export function nameBy(subject: Told, count: number): string | null {
  for (let index = count - 1; index >= 0; index -= 1) {
    const event = subject.events[index];
    const name = event ? nameIn(event, subject) : null;
    if (name !== null) return name;
  }
  return null;
}

/** The name that an event gives its subject: an e-mail, or the title of a listing; null where it gives none. */
export function nameIn({ type, data }: StoredEvent, { kind, id }: Pick<Told, 'kind' | 'id'>): string | null {
  // As domain/*/events.ts lay these types out.
  if (kind === 'user' && naming.has(type)) return (data as { email: string }).email;
  if (kind !== 'listing' || (type !== 'ListingFound' && type !== 'ListingRejected')) return null;
  const { listingId, title } = data as { listingId: string; title: string };
  return listingId === id ? title : null;
}

function sentenceOf(event: StoredEvent, names: Parameters<typeof lineOf>[2]): string {
  // All that stands in the streams of users, listings and announcements is logged.
  return lineOf(factOf(event as StoredEvent & LoggedEvent), event.metadata.actor, names).details;
}

/** The e-mails of those who caused the events. */
async function namesOf(views: ViewReader, own: string, events: readonly StoredEvent[]): Promise<Map<string, string>> {
  const actors = new Set(events.map(({ metadata }) => metadata.actor));
  const others = [...actors].filter((actor) => isUser(actor) && actor !== own);
  const docs = await views.getMany<UserDoc>(users.view, others);
  return new Map(docs.flatMap((doc) => (doc ? [[doc.id, doc.email]] : [])));
}
