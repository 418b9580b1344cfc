import { savedListingTexts } from '#domain/user/contract.ts';
import type { EventDeclaration, PersonalTexts, SealedMembers } from './event-declaration.ts';
import type { DomainEvent } from './events.ts';

const ofUser = (...paths: string[][]): PersonalTexts => ({ subject: 'user', paths });

const alertedMembers: SealedMembers = { field: 'members', erase: (userId) => ({ userId, figures: null }) };
const memberIds: SealedMembers = { field: 'userIds', erase: (userId) => userId };
const memberId: SealedMembers = { field: 'userId', erase: (userId) => userId };

const user = 'user-<userId>';
const email = 'email-<hmac of the address>';
const access = 'access-<userId>';
const listing = 'listing-<listingId>';
const alert = 'alert-<listingId>-<n>';
const source = 'source-<sourceId>';
const subscription = 'subscription-<hash of its id>';
const letter = 'letter-<letterId>';

/**
 * Every event type of the log: its stream, one sentence, and what of it is encrypted. An event without `personal` and
 * `members` has no personal data except the ids of users.
 */
export const eventCatalog = {
  UserRegistered: { stream: user, summary: 'A user registered, or an admin added one.', personal: ofUser(['email']) },
  FiltersUpdated: {
    stream: user,
    summary: 'Some filters or notification settings of a user were changed.',
    personal: ofUser(['changes', 'zipCode']),
  },
  EmailChanged: { stream: user, summary: 'A user has another e-mail address.', personal: ofUser(['email']) },
  PasswordChanged: { stream: user, summary: 'A user has another password.' },
  TemporaryPasswordIssued: { stream: user, summary: 'A temporary password was issued, and is mailed to the user.' },
  TemporaryPasswordUsed: { stream: user, summary: 'A user signed in with a temporary password.' },
  PasswordRevealed: { stream: user, summary: 'An admin looked at the password of a user.' },
  MembershipActivated: {
    stream: user,
    summary: 'A membership became active: listings are matched with these filters from now on.',
    personal: ofUser(['filters', 'zipCode']),
  },
  MembershipDeactivated: { stream: user, summary: 'A membership ended.' },
  MemberSinceSet: { stream: user, summary: 'The day from which a user is a member was set.' },
  ListingsSaved: {
    stream: user,
    summary: 'The listings that admins saved for a user were changed.',
    personal: ofUser(...savedListingTexts.map((field) => ['listings', '*', field])),
  },
  HigherLimitRequested: { stream: user, summary: 'A user asked for a higher price limit.' },
  HigherLimitCleared: { stream: user, summary: 'A request for a higher price limit was declined.' },
  HigherLimitGranted: { stream: user, summary: 'A higher price limit was granted.' },
  RoleChanged: { stream: user, summary: 'A user has another role.' },
  UserDeleted: { stream: user, summary: 'A user was deleted; the key of their personal data is destroyed after it.' },
  EmailClaimed: { stream: email, summary: 'An e-mail address belongs to a user from now on.', members: memberId },
  EmailReleased: { stream: email, summary: 'An e-mail address is free again.', members: memberId },
  SignedIn: { stream: access, summary: 'A user signed in.' },
  SignedOut: { stream: access, summary: 'A user signed out.' },
  ListingFound: { stream: listing, summary: 'A source offered a listing that was not known, or was withdrawn.' },
  ListingHeld: { stream: listing, summary: 'An item waits for the review of an admin.' },
  ListingRepriced: { stream: listing, summary: 'A known listing was offered at another price.' },
  ListingReposted: { stream: listing, summary: 'A known listing was offered again under another id or link.' },
  ListingWithdrawn: { stream: listing, summary: 'A listing is no longer offered.' },
  ListingAccepted: { stream: listing, summary: 'An admin accepted an item that waited for review.' },
  ListingRejected: { stream: listing, summary: 'An admin rejected an item that waited for review.' },
  AlertsMatched: {
    stream: alert,
    summary: 'A listing matched the filters of these members, at most 500 of them.',
    members: alertedMembers,
  },
  AlertsDelivered: {
    stream: alert,
    summary: 'These members were notified of the listing, at once or with a daily digest.',
    members: alertedMembers,
  },
  AlertsWithheld: {
    stream: alert,
    summary: 'These members were matched, but not notified, as a later event made the alert obsolete.',
    members: memberIds,
  },
  AnnouncementPublished: { stream: 'announcement', summary: 'An admin published an announcement.' },
  VisitRecorded: {
    stream: 'visit-<visitId>',
    summary: 'The sign-in page was visited.',
    // City and state stay: they are needed for counts and identify no person.
    personal: { subject: 'visit day', paths: [['ipAddress'], ['userAgent'], ['referrer']] },
  },
  VisitsForgotten: { stream: 'forgotten-<visitId>', summary: 'Personal data of old visits were erased.' },
  SourcePaused: { stream: source, summary: 'An admin paused a source.' },
  SourceResumed: { stream: source, summary: 'An admin resumed a source.' },
  SourceFailing: { stream: source, summary: 'A source fails or is silent, and admins are notified.' },
  SourceRecovered: { stream: source, summary: 'A failing source works again.' },
  PaymentReported: { stream: subscription, summary: 'The payment provider reported a change of a subscription.' },
  MailResent: { stream: letter, summary: 'An admin sent an undelivered mail again.' },
  MailDiscarded: { stream: letter, summary: 'An admin discarded an undelivered mail.' },
  PushResent: { stream: letter, summary: 'An admin sent an undelivered push message again.' },
  PushDiscarded: { stream: letter, summary: 'An admin discarded an undelivered push message.' },
  InstallationCreated: { stream: 'installation', summary: 'The log began, as the log of one installation.' },
  LogSealed: { stream: 'seal', summary: 'The log up to an event was sealed with a signature.' },
  NoteTaken: { stream: 'note-<noteId>', summary: 'An admin wrote an entry into the workflow log.' },
  UsersImported: { stream: 'import-<importId>', summary: 'An import of users was finished.' },
} satisfies Record<DomainEvent['type'], EventDeclaration>;
