import type { PastEvent } from '#domain/time-travel/contract.ts';
import { isUser } from '#domain/workflow-log/actors.ts';
import { factOf, type LoggedEvent } from '#domain/workflow-log/facts.ts';
import { lineOf } from '#domain/workflow-log/sentences.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { type UserDoc, users } from '#projections/users.ts';
import type { StoredEvent } from '../event-store/port.ts';
import type { Kind } from './states.ts';

type Subject = { kind: Kind; id: string };

/** The subject's own events as sentences: each with the name that the subject had then. */
export async function pastEvents(
  views: ViewReader,
  subject: Subject,
  events: readonly StoredEvent[],
): Promise<PastEvent[]> {
  const people = await namesOf(views, subject, events);
  let name = subject.kind === 'listing' ? 'The listing' : subject.id;
  const names = {
    user: (id: string) => (id === subject.id ? name : (people.get(id) ?? 'a deleted user')),
    listing: (id: string) => (id === subject.id ? name : 'a listing'),
  };
  return events.map((event) => {
    name = nameIn(event, subject) ?? name;
    const { position, type, metadata } = event;
    return { position, at: metadata.at, type, sentence: sentenceOf(event, names) };
  });
}

/** The name that an event gives its subject: an e-mail, or the title of a listing; null where it gives none. */
export function nameIn({ type, data }: StoredEvent, { kind, id }: Subject): string | null {
  // As domain/*/events.ts lay these types out.
  if (kind === 'user' && (type === 'UserRegistered' || type === 'EmailChanged'))
    return (data as { email: string }).email;
  if (kind !== 'listing' || (type !== 'ListingFound' && type !== 'ListingRejected')) return null;
  const { listingId, title } = data as { listingId: string; title: string };
  return listingId === id ? title : null;
}

function sentenceOf(event: StoredEvent, names: Parameters<typeof lineOf>[2]): string {
  // All that stands in the streams of users, listings and announcements is logged.
  return lineOf(factOf(event as StoredEvent & LoggedEvent), event.metadata.actor, names).details;
}

async function namesOf(
  views: ViewReader,
  { id }: Subject,
  events: readonly StoredEvent[],
): Promise<Map<string, string>> {
  const actors = new Set(events.map(({ metadata }) => metadata.actor).filter((actor) => isUser(actor) && actor !== id));
  const docs = await views.getMany<UserDoc>(users.view, [...actors]);
  return new Map(docs.flatMap((doc) => (doc ? [[doc.id, doc.email]] : [])));
}
