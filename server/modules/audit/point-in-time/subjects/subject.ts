import type { SubjectKind } from '#domain/history/point-in-time.contract.ts';
import { announcementStream, isInStream, listingStream, userStream } from '#domain/event-catalog/streams.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import { isUpTo, type PointInTime } from '../replay/point-in-time.ts';
import type { DecryptEvents } from './decrypt-events.ts';

export type SubjectQuery = { user?: string | undefined; listing?: string | undefined };
export type PastSubject = {
  kind: SubjectKind;
  id: string;
  /** As stored, with personal data still encrypted. */
  events: StoredEvent[];
  /** Decrypts their personal data, as far as it may be shown. */
  decryptEvents: DecryptEvents;
};

export type SubjectDeps = {
  views: ViewReader;
  emails: Pick<EmailRegistry, 'listClaims'>;
  /** All events of a stream, as stored. */
  read: (stream: string) => Promise<StoredEvent[]>;
  decryptEvents: DecryptEvents;
};

/** Finds the subject of a query, with all its events. Throws HttpError 404. */
export async function findSubject(
  deps: SubjectDeps,
  { user, listing }: SubjectQuery,
  moment: PointInTime,
): Promise<PastSubject> {
  if (user !== undefined) return findUserSubject(deps, user.trim(), moment);
  if (listing !== undefined) return findListingSubject(deps, listing.trim());
  return {
    kind: 'announcement',
    id: 'latest',
    events: await deps.read(announcementStream),
    decryptEvents: deps.decryptEvents,
  };
}

async function findUserSubject(
  { read, emails, decryptEvents }: SubjectDeps,
  user: string,
  moment: PointInTime,
): Promise<PastSubject> {
  const id = user.includes('@') ? await findHolderAt(emails, user, moment) : user;
  const events = id === null ? [] : await read(userStream(id));
  if (id === null || events.length === 0) throw new HttpError(404, 'No such user');
  if (events.at(-1)?.type !== 'UserDeleted') return { kind: 'user', id, events, decryptEvents };
  // No personal data of a deleted user is shown, even while it could still be decrypted.
  return { kind: 'user', id, events, decryptEvents: (encrypted) => Promise.resolve(encrypted) };
}

/** The last user to have the address by the moment; else the first to have it later. */
async function findHolderAt(emails: SubjectDeps['emails'], email: string, moment: PointInTime): Promise<string | null> {
  const claims = await emails.listClaims(email);
  const holder = claims.findLast((claim) => isUpTo(claim, moment)) ?? claims[0];
  return holder?.userId ?? null;
}

/** The listing's own stream, and the reposts that name it, which are in streams of their own. */
async function findListingSubject({ read, views, decryptEvents }: SubjectDeps, id: string): Promise<PastSubject> {
  const [own, doc] = await Promise.all([read(listingStream(id)), views.get<ListingDoc>(listings.view, id)]);
  if (own.length === 0) throw new HttpError(404, 'No such listing');
  const repostIds = doc && doc.status !== 'reposted' ? doc.repostIds : [];
  const streams = await Promise.all(repostIds.map((repost) => read(listingStream(repost))));
  const reposts = streams.flatMap((events) => events.filter((event) => isRepostOf(event, id)));
  const events = [...own, ...reposts].toSorted((one, other) => one.position - other.position);
  return { kind: 'listing', id, events, decryptEvents };
}

function isRepostOf(event: StoredEvent, id: string): boolean {
  return isInStream(event, 'listing') && event.type === 'ListingReposted' && event.data.originalId === id;
}
