import type { DomainEvent } from '#domain/event-catalog/events.ts';
import type { MailKind } from '#domain/dead-letter/events.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { matchType } from '#domain/shared/match-type.ts';
import { formatWholeDollars } from '#domain/shared/money.ts';
import { secondOpinionSourceId } from '#domain/source/contract.ts';
import type { Filters, Role } from '#domain/user/contract.ts';
import { formatActor, isUserActor } from '#domain/workflow-log/actors.ts';
import { splitAtMentions } from '#domain/workflow-log/mentions.ts';
import { message, type MessagePart } from '#domain/workflow-log/message-parts.ts';

/** One line of the log, with ids in the place of names: a short label, and the whole sentence. */
export type LogMessage = { action: MessagePart[]; details: MessagePart[] };

/** The line for an event, done by `actor`. It contains no personal data: neither address nor ZIP. */
export function writeLogMessage(event: DomainEvent, actor: string): LogMessage {
  // A note is shown as a person wrote it; the entry names the author.
  if (event.type === 'NoteTaken') {
    return { action: splitAtMentions(event.data.action), details: splitAtMentions(event.data.details) };
  }
  const isOwn = 'userId' in event.data && event.data.userId === actor;
  const details = writeSentence(
    event,
    isOwn ? [] : [' by ', isUserActor(actor) ? { user: actor } : formatActor(actor, String)],
  );
  return { action: [event.type === 'AlertsDelivered' ? 'Alert sent' : splitTypeName(event.type)], details };
}

/** `SourcePaused` as 'Source paused'. */
export function splitTypeName(type: string): string {
  return type.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

const roleNames: Record<Role, string> = { none: 'member', helper: 'helper admin', full: 'full admin' };
const mailSubjects: Record<MailKind, string> = {
  alerts: 'new listings',
  'temporary-password': 'a temporary password',
  'higher-limit': 'a higher limit',
  'source-failing': 'a failing source',
};

const user = ({ userId }: { userId: string }): MessagePart => ({ user: userId });
const listing = ({ listingId }: { listingId: string }): MessagePart => ({ listing: listingId });

/** `by` is ' by <actor>', or empty where users act themselves. */
const writeSentence = matchType<Exclude<DomainEvent, { type: 'NoteTaken' }>, [MessagePart[]], MessagePart[]>({
  UserRegistered: ({ data }, by) =>
    message`${user(data)} registered${data.role === 'none' ? '' : ` as ${roleNames[data.role]}`}${by}`,
  FiltersUpdated: ({ data }, by) => message`Filters of ${user(data)} updated${by}: ${formatChanges(data.changes)}`,
  EmailChanged: ({ data }, by) => message`Email changed to ${user(data)}${by}`,
  PasswordChanged: ({ data }, by) => message`Password of ${user(data)} changed${by}`,
  TemporaryPasswordIssued: ({ data }, by) => message`Temporary password issued for ${user(data)}${by}`,
  TemporaryPasswordUsed: ({ data }, by) => message`Temporary password of ${user(data)} used${by}`,
  PasswordRevealed: ({ data }, by) => message`Password of ${user(data)} revealed${by}`,
  MembershipActivated: ({ data }, by) => message`Membership set to active for ${user(data)}${by}`,
  MembershipDeactivated: ({ data }, by) => message`Membership set to unconfirmed for ${user(data)}${by}`,
  MemberSinceSet: ({ data }, by) =>
    message`Member since set to ${data.memberSince.slice(0, 10)} for ${user(data)}${by}`,
  ListingsSaved: ({ data }, by) =>
    message`${formatCount(data.listings.length, 'listing')} saved for ${user(data)}${by}`,
  HigherLimitRequested: ({ data }, by) => message`Higher price limit requested for ${user(data)}${by}`,
  HigherLimitCleared: ({ data }, by) => message`Higher limit request of ${user(data)} cleared${by}`,
  HigherLimitGranted: ({ data }, by) =>
    message`Price limit of ${formatWholeDollars(data.limit)} granted to ${user(data)}${by}`,
  RoleChanged: ({ data }, by) => message`${user(data)} made ${roleNames[data.role]}${by}`,
  // The address is deleted with the user, so the id is shown.
  UserDeleted: ({ data }, by) => message`User ${data.userId} deleted${by}`,
  EmailClaimed: ({ data }) => message`An email address now belongs to ${user(data)}`,
  EmailReleased: ({ data }) => message`An email address no longer belongs to ${user(data)}`,
  SignedIn: ({ data }, by) => message`${user(data)} signed in${by}`,
  SignedOut: ({ data }, by) => message`${user(data)} signed out${by}`,

  ListingFound: ({ data }, by) =>
    message`New listing: ${data.title}, ${formatWholeDollars(data.price)} in ${formatPlace(data.place)} (${formatOrigin(data, by)})`,
  ListingHeld: ({ data }, by) => {
    const { title } = data.item;
    const name = typeof title === 'string' ? title : 'a listing without a title';
    return message`Listing to review: ${name} (${formatOrigin(data, by)}). ${data.reason}`;
  },
  ListingRepriced: ({ data }) => {
    const [before, now] = [data.previousPrice, data.price].map(formatWholeDollars);
    return message`Price of ${listing(data)} changed from ${before ?? ''} to ${now ?? ''}`;
  },
  ListingReposted: ({ data }, by) =>
    message`${{ listing: data.originalId }} posted again for ${formatWholeDollars(data.price)} (${formatOrigin(data, by)})`,
  ListingWithdrawn: ({ data }, by) => message`${listing(data)} withdrawn${by}: ${data.reason}`,
  ListingAccepted: ({ data }, by) => {
    const changes = data.corrected.length === 0 ? '' : `, with another ${data.corrected.join(', ')}`;
    return message`${listing(data)} accepted in the review${by}${changes}`;
  },
  ListingRejected: ({ data }, by) => message`${data.title} rejected in the review${by}`,

  AlertsMatched: ({ data }) => {
    const news = data.kind === 'new' ? 'New listing' : 'Price drop';
    return message`${news} matched ${formatCount(data.members.length, 'member')}: ${data.listing.title}`;
  },
  AlertsDelivered: ({ data }) => message`Alert sent to ${formatReceivers(data.members)}: ${listing(data)}`,
  AlertsWithheld: () => ['Alerts withheld'],

  AnnouncementPublished: (_event, by) => message`Announcement published${by}`,
  SourcePaused: ({ data }, by) => message`Source ${data.sourceId} paused${by}`,
  SourceResumed: ({ data }, by) => message`Source ${data.sourceId} resumed${by}`,
  SourceFailing: ({ data }) => message`${formatSourceName(data.sourceId)}: ${data.problem}`,
  SourceRecovered: ({ data }) => message`${formatSourceName(data.sourceId)} works again`,

  MailResent: ({ data }, by) => message`Mail about ${mailSubjects[data.about]} to ${user(data)} sent again${by}`,
  MailDiscarded: ({ data }, by) =>
    message`Undelivered mail about ${mailSubjects[data.about]} to ${user(data)} discarded${by}`,
  PushResent: ({ data }, by) => message`Push to ${user(data)} sent again${by}`,
  PushDiscarded: ({ data }, by) => message`Undelivered push to ${user(data)} discarded${by}`,

  PaymentReported: ({ data: { change, userId } }) => {
    const payer = userId === null ? 'a payer who is not known yet' : { user: userId };
    return change === null ? message`A payment names ${payer}` : message`Subscription of ${payer}: ${change}`;
  },
  VisitRecorded: () => ['The sign-in page was visited'],
  VisitsForgotten: ({ data }) => message`Personal data of ${formatCount(data.ids.length, 'visit')} dropped`,
  InstallationCreated: ({ data }) => message`Installation ${data.installationId} created`,
  LogSealed: ({ data: { ordinal, position } }) =>
    message`Log sealed: ${ordinal.toLocaleString('en-US')} events, up to position ${position}`,
  UsersImported: ({ data: { added, updated, skipped } }, by) => {
    const counts = `${added} new, ${updated} updated, ${skipped} skipped`;
    return message`${formatCount(added + updated, 'user')} imported${by}: ${counts}`;
  },
});

/** The token stands for the only receiver, so that the line leads to no deleted user. */
function formatReceivers(members: readonly { token?: string }[]): MessagePart {
  const [only] = members;
  return members.length === 1 && only?.token !== undefined
    ? { member: only.token }
    : formatCount(members.length, 'member');
}

/** An entered or accepted listing always has a person as its actor. */
function formatOrigin({ source }: { source: string }, by: MessagePart[]): MessagePart[] {
  return source === builtInSources.entry ? message`from ${source}${by}` : message`from ${source}`;
}

type NamedPlace = { city: string | null; state: string | null; zipCode: string | null };

function formatPlace({ city, state, zipCode }: NamedPlace): string {
  const named = [city, state].filter((part) => part !== null).join(', ');
  return named || (zipCode ?? 'a place without a name');
}

/** The LLM is monitored like a source, but is none. */
function formatSourceName(sourceId: string): string {
  return sourceId === secondOpinionSourceId ? 'The second opinion' : `Source ${sourceId}`;
}

function formatCount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function formatChanges(changes: Partial<Filters>): string {
  const { maxPrice, mileageRadius, zipCode, notificationPreference, alertMails, quietHours } = changes;
  const formatFlag = (what: string, flag: boolean | undefined) =>
    flag !== undefined && `${what} ${flag ? 'yes' : 'no'}`;
  const texts = [
    typeof maxPrice === 'number' && `max price ${formatWholeDollars(maxPrice)}`,
    typeof mileageRadius === 'number' && `radius ${mileageRadius} miles`,
    zipCode !== undefined && 'ZIP code',
    ...optionalTypes.map(({ flag, plural }) => formatFlag(plural, changes[flag])),
    notificationPreference !== undefined && `notification ${notificationPreference}`,
    formatFlag('alert mails', alertMails),
    formatFlag('quiet hours', quietHours),
  ];
  return texts.filter((text) => text !== false).join(', ');
}
