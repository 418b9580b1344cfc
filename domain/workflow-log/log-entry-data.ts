import type { AlertEvent } from '#domain/alert/events.ts';
import type { AccessEvent } from '#domain/sign-in/events.ts';
import type { AnnouncementEvent } from '#domain/announcement/events.ts';
import { matchType } from '#domain/shared/match-type.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { Filters, Role } from '#domain/user/contract.ts';
import type { UserEvent } from '#domain/user/events.ts';
import type { DeadLetterEvent, MailKind } from '#domain/dead-letter/events.ts';
import type { SourceEvent } from '#domain/source/events.ts';
import type { WorkflowEvent } from './events.ts';

/** The events shown in the workflow log. Claims of addresses, undelivered matches and visits are not included. */
export type LoggedEvent =
  | UserEvent
  | AccessEvent
  | ListingEvent
  | AnnouncementEvent
  | SourceEvent
  | DeadLetterEvent
  | WorkflowEvent
  | Extract<AlertEvent, { type: 'AlertsDelivered' }>;

/** User events that are fully described by their type. */
type UserOnlyType =
  | 'EmailChanged'
  | 'PasswordChanged'
  | 'TemporaryPasswordIssued'
  | 'TemporaryPasswordUsed'
  | 'PasswordRevealed'
  | 'MembershipActivated'
  | 'MembershipDeactivated'
  | 'HigherLimitRequested'
  | 'HigherLimitCleared'
  | 'UserDeleted'
  | 'SignedIn'
  | 'SignedOut';

type SourceOnlyType = 'SourcePaused' | 'SourceResumed' | 'SourceRecovered';
type MailType = 'MailResent' | 'MailDiscarded';
type PushType = 'PushResent' | 'PushDiscarded';

/** The data of a log line. Ids instead of addresses and no ZIP, so that no personal data of a deleted user remains. */
export type LogEntryData =
  | { [Type in UserOnlyType]: { type: Type; userId: string } }[UserOnlyType]
  | { type: 'UserRegistered'; userId: string; role: Role }
  | { type: 'FiltersUpdated'; userId: string; changes: Omit<Partial<Filters>, 'zipCode'>; zipCodeChanged: boolean }
  | { type: 'MemberSinceSet'; userId: string; memberSince: string }
  | { type: 'ListingsSaved'; userId: string; count: number }
  | { type: 'HigherLimitGranted'; userId: string; limit: number }
  | { type: 'RoleChanged'; userId: string; role: Role }
  | { type: 'ListingFound'; listingId: string; title: string; price: number; place: string; source: string }
  | { type: 'ListingHeld'; listingId: string; title: string; source: string; reason: string }
  | { type: 'ListingRepriced'; listingId: string; price: number; previousPrice: number }
  | { type: 'ListingReposted'; listingId: string; source: string; price: number }
  | { type: 'ListingWithdrawn'; listingId: string; reason: string }
  | { type: 'ListingAccepted'; listingId: string; corrected: string[] }
  | { type: 'ListingRejected'; listingId: string; title: string }
  | { type: 'AlertsDelivered'; listingId: string; count: number; token: string | null }
  | { type: 'AnnouncementPublished' }
  | { [Type in SourceOnlyType]: { type: Type; sourceId: string } }[SourceOnlyType]
  | { type: 'SourceFailing'; sourceId: string; problem: string }
  | { [Type in MailType]: { type: Type; userId: string; about: MailKind } }[MailType]
  | { [Type in PushType]: { type: Type; userId: string } }[PushType]
  | { type: 'NoteTaken'; action: string; details: string }
  | { type: 'UsersImported'; added: number; updated: number; skipped: number };

/**
 * The data of an event needed for its line. `token` of a delivery stands for its only receiver, null where there are
 * several.
 */
export const toLogEntryData = matchType<LoggedEvent, [], LogEntryData>({
  UserRegistered: ({ type, data: { userId, role } }) => ({ type, userId, role }),
  FiltersUpdated: ({ type, data: { userId, changes } }) => {
    const { zipCode, ...others } = changes;
    return { type, userId, changes: others, zipCodeChanged: zipCode !== undefined };
  },
  EmailChanged: keepUserOnly,
  PasswordChanged: keepUserOnly,
  TemporaryPasswordIssued: keepUserOnly,
  TemporaryPasswordUsed: keepUserOnly,
  PasswordRevealed: keepUserOnly,
  MembershipActivated: keepUserOnly,
  MembershipDeactivated: keepUserOnly,
  MemberSinceSet: ({ type, data: { userId, memberSince } }) => ({ type, userId, memberSince }),
  ListingsSaved: ({ type, data: { userId, listings } }) => ({ type, userId, count: listings.length }),
  HigherLimitRequested: keepUserOnly,
  HigherLimitCleared: keepUserOnly,
  HigherLimitGranted: ({ type, data: { userId, limit } }) => ({ type, userId, limit }),
  RoleChanged: ({ type, data: { userId, role } }) => ({ type, userId, role }),
  UserDeleted: keepUserOnly,
  SignedIn: keepUserOnly,
  SignedOut: keepUserOnly,
  ListingFound: ({ type, data: { listingId, title, price, place, source } }) => {
    return { type, listingId, title, price, place: formatPlace(place), source };
  },
  ListingHeld: ({ type, data: { listingId, source, item, reason } }) => {
    const { title } = item;
    return { type, listingId, title: typeof title === 'string' ? title : 'a listing without a title', source, reason };
  },
  ListingRepriced: ({ type, data: { listingId, price, previousPrice } }) => ({ type, listingId, price, previousPrice }),
  ListingReposted: ({ type, data: { originalId, source, price } }) => ({ type, listingId: originalId, source, price }),
  ListingWithdrawn: ({ type, data: { listingId, reason } }) => ({ type, listingId, reason }),
  ListingAccepted: ({ type, data: { listingId, corrected } }) => ({ type, listingId, corrected }),
  ListingRejected: ({ type, data: { listingId, title } }) => ({ type, listingId, title }),
  AlertsDelivered: ({ type, data: { listingId, members } }) => {
    return { type, listingId, count: members.length, token: members.length === 1 ? (members[0]?.token ?? null) : null };
  },
  AnnouncementPublished: ({ type }) => ({ type }),
  SourcePaused: ({ type, data: { sourceId } }) => ({ type, sourceId }),
  SourceResumed: ({ type, data: { sourceId } }) => ({ type, sourceId }),
  SourceFailing: ({ type, data: { sourceId, problem } }) => ({ type, sourceId, problem }),
  SourceRecovered: ({ type, data: { sourceId } }) => ({ type, sourceId }),
  MailResent: ({ type, data: { userId, about } }) => ({ type, userId, about }),
  MailDiscarded: ({ type, data: { userId, about } }) => ({ type, userId, about }),
  PushResent: ({ type, data: { userId } }) => ({ type, userId }),
  PushDiscarded: ({ type, data: { userId } }) => ({ type, userId }),
  NoteTaken: ({ type, data: { action, details } }) => ({ type, action, details }),
  UsersImported: ({ type, data: { added, updated, skipped } }) => ({ type, added, updated, skipped }),
});

function keepUserOnly<Type extends UserOnlyType>({ type, data }: { type: Type; data: { userId: string } }) {
  return { type, userId: data.userId };
}

function formatPlace({
  city,
  state,
  zipCode,
}: {
  city: string | null;
  state: string | null;
  zipCode: string | null;
}): string {
  const named = [city, state].filter((part) => part !== null).join(', ');
  return named || (zipCode ?? 'a place without a name');
}
