import { matchType } from '#domain/shared/match-type.ts';
import type { MailKind } from '#domain/dead-letter/events.ts';
import { formatWholeDollars } from '#domain/shared/money.ts';
import { secondOpinionSourceId } from '#domain/source/contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import type { Role } from '#domain/user/contract.ts';
import { formatActor } from './actors.ts';
import type { LogEntryData } from './log-entry-data.ts';
import { resolveMentions } from './mentions.ts';

/**
 * Current display names of ids: a user's e-mail, a listing's title. `member` is the id of the user whom a token in an
 * alert stands for; null once that user is deleted.
 */
export type LogNames = {
  user: (userId: string) => string;
  listing: (listingId: string) => string;
  member: (token: string) => string | null;
};

/** One line: a short label, and the whole sentence. */
export type LogMessage = { action: string; details: string };

/** The line for `fact`, done by `actor`. */
export function formatLogMessage(fact: LogEntryData, actor: string, names: LogNames): LogMessage {
  const own = 'userId' in fact && fact.userId === actor;
  return writeMessage(fact, names, own ? '' : ` by ${formatActor(actor, names.user)}`);
}

const roleNames: Record<Role, string> = { none: 'member', helper: 'helper admin', full: 'full admin' };

/** `by` is ' by <actor>', or empty where users act themselves. */
const writeMessage = matchType<LogEntryData, [LogNames, string], LogMessage>({
  UserRegistered: ({ userId, role }, { user }, by) => {
    const as = role === 'none' ? '' : ` as ${roleNames[role]}`;
    return { action: 'User registered', details: `${user(userId)} registered${as}${by}` };
  },
  FiltersUpdated: ({ userId, ...update }, { user }, by) => {
    return {
      action: 'Filters updated',
      details: `Filters of ${user(userId)} updated${by}: ${formatFilterUpdate(update)}`,
    };
  },
  EmailChanged: ({ userId }, { user }, by) => ({
    action: 'Email changed',
    details: `Email changed to ${user(userId)}${by}`,
  }),
  PasswordChanged: ({ userId }, { user }, by) =>
    createMessage('Password changed', `Password of ${user(userId)} changed${by}`),
  TemporaryPasswordIssued: ({ userId }, { user }, by) => {
    return createMessage('Temporary password issued', `Temporary password issued for ${user(userId)}${by}`);
  },
  TemporaryPasswordUsed: ({ userId }, { user }, by) => {
    return createMessage('Temporary password used', `Temporary password of ${user(userId)} used${by}`);
  },
  PasswordRevealed: ({ userId }, { user }, by) =>
    createMessage('Password revealed', `Password of ${user(userId)} revealed${by}`),
  MembershipActivated: ({ userId }, { user }, by) => {
    return createMessage('Membership activated', `Membership set to active for ${user(userId)}${by}`);
  },
  MembershipDeactivated: ({ userId }, { user }, by) => {
    return createMessage('Membership deactivated', `Membership set to unconfirmed for ${user(userId)}${by}`);
  },
  MemberSinceSet: ({ userId, memberSince }, { user }, by) => {
    return createMessage(
      'Member since set',
      `Member since set to ${memberSince.slice(0, 10)} for ${user(userId)}${by}`,
    );
  },
  ListingsSaved: ({ userId, count }, { user }, by) => {
    return createMessage('Listings saved', `${formatCount(count, 'listing')} saved for ${user(userId)}${by}`);
  },
  HigherLimitRequested: ({ userId }, { user }, by) => {
    return createMessage('Higher limit requested', `Higher price limit requested for ${user(userId)}${by}`);
  },
  HigherLimitCleared: ({ userId }, { user }, by) => {
    return createMessage('Higher limit cleared', `Higher limit request of ${user(userId)} cleared${by}`);
  },
  HigherLimitGranted: ({ userId, limit }, { user }, by) => {
    return createMessage(
      'Higher limit granted',
      `Price limit of ${formatWholeDollars(limit)} granted to ${user(userId)}${by}`,
    );
  },
  RoleChanged: ({ userId, role }, { user }, by) =>
    createMessage('Role changed', `${user(userId)} made ${roleNames[role]}${by}`),
  // The address is deleted with the user, so the id is shown.
  UserDeleted: ({ userId }, _names, by) => createMessage('User deleted', `User ${userId} deleted${by}`),
  SignedIn: ({ userId }, { user }, by) => createMessage('Signed in', `${user(userId)} signed in${by}`),
  SignedOut: ({ userId }, { user }, by) => createMessage('Signed out', `${user(userId)} signed out${by}`),
  ListingFound: ({ title, price, place, source }, _names, by) => {
    return createMessage(
      'Listing found',
      `New listing: ${title}, ${formatWholeDollars(price)} in ${place} (${formatOrigin(source, by)})`,
    );
  },
  ListingHeld: ({ title, source, reason }, _names, by) =>
    createMessage('Listing held', `Listing to review: ${title} (${formatOrigin(source, by)}). ${reason}`),
  ListingRepriced: ({ listingId, price, previousPrice }, { listing }) => {
    return createMessage(
      'Listing repriced',
      `Price of ${listing(listingId)} changed from ${formatWholeDollars(previousPrice)} to ${formatWholeDollars(price)}`,
    );
  },
  ListingReposted: ({ listingId, price, source }, { listing }, by) => {
    return createMessage(
      'Listing reposted',
      `${listing(listingId)} posted again for ${formatWholeDollars(price)} (${formatOrigin(source, by)})`,
    );
  },
  ListingWithdrawn: ({ listingId, reason }, { listing }, by) => {
    return createMessage('Listing withdrawn', `${listing(listingId)} withdrawn${by}: ${reason}`);
  },
  ListingAccepted: ({ listingId, corrected }, { listing }, by) => {
    const changes = corrected.length === 0 ? '' : `, with another ${corrected.join(', ')}`;
    return createMessage('Listing accepted', `${listing(listingId)} accepted in the review${by}${changes}`);
  },
  ListingRejected: ({ title }, _names, by) => createMessage('Listing rejected', `${title} rejected in the review${by}`),
  AlertsDelivered: ({ listingId, count, token }, names) => {
    const receivers = token === null ? formatCount(count, 'member') : nameMember(token, names);
    return createMessage('Alert sent', `Alert sent to ${receivers}: ${names.listing(listingId)}`);
  },
  AnnouncementPublished: (_fact, _names, by) => createMessage('Announcement published', `Announcement published${by}`),
  SourcePaused: ({ sourceId }, _names, by) => createMessage('Source paused', `Source ${sourceId} paused${by}`),
  SourceResumed: ({ sourceId }, _names, by) => createMessage('Source resumed', `Source ${sourceId} resumed${by}`),
  SourceFailing: ({ sourceId, problem }) =>
    createMessage('Source failing', `${formatSourceName(sourceId)}: ${problem}`),
  SourceRecovered: ({ sourceId }) => createMessage('Source recovered', `${formatSourceName(sourceId)} works again`),
  MailResent: ({ userId, about }, { user }, by) =>
    createMessage('Mail resent', `Mail about ${mailSubjects[about]} to ${user(userId)} sent again${by}`),
  MailDiscarded: ({ userId, about }, { user }, by) =>
    createMessage('Mail discarded', `Undelivered mail about ${mailSubjects[about]} to ${user(userId)} discarded${by}`),
  PushResent: ({ userId }, { user }, by) => createMessage('Push resent', `Push to ${user(userId)} sent again${by}`),
  PushDiscarded: ({ userId }, { user }, by) =>
    createMessage('Push discarded', `Undelivered push to ${user(userId)} discarded${by}`),
  // The note is shown as a person wrote it; the entry names the author.
  NoteTaken: ({ action, details }, { user }) =>
    createMessage(resolveMentions(action, user), resolveMentions(details, user)),
  UsersImported: ({ added, updated, skipped }, _names, by) => {
    const counts = `${added} new, ${updated} updated, ${skipped} skipped`;
    return createMessage('Users imported', `${formatCount(added + updated, 'user')} imported${by}: ${counts}`);
  },
});

const mailSubjects: Record<MailKind, string> = {
  alerts: 'new listings',
  'temporary-password': 'a temporary password',
  'higher-limit': 'a higher limit',
  'source-failing': 'a failing source',
};

function nameMember(token: string, { member, user }: LogNames): string {
  const userId = member(token);
  return userId === null ? 'a deleted user' : user(userId);
}

function createMessage(action: string, details: string): LogMessage {
  return { action, details };
}

/** An entered or accepted listing always has a person as its actor. */
function formatOrigin(source: string, by: string): string {
  return source === builtInSources.entry ? `from ${source}${by}` : `from ${source}`;
}

/** The LLM is monitored like a source, but is none. */
function formatSourceName(sourceId: string): string {
  return sourceId === secondOpinionSourceId ? 'The second opinion' : `Source ${sourceId}`;
}

function formatCount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

type FilterUpdate = Omit<Extract<LogEntryData, { type: 'FiltersUpdated' }>, 'userId' | 'type'>;

function formatFilterUpdate({ changes, zipCodeChanged }: FilterUpdate): string {
  const { maxPrice, mileageRadius, notificationPreference, alertMails, quietHours } = changes;
  const formatFlag = (what: string, flag: boolean | undefined) =>
    flag !== undefined && `${what} ${flag ? 'yes' : 'no'}`;
  const texts = [
    typeof maxPrice === 'number' && `max price ${formatWholeDollars(maxPrice)}`,
    typeof mileageRadius === 'number' && `radius ${mileageRadius} miles`,
    zipCodeChanged && 'ZIP code',
    ...optionalTypes.map(({ flag, plural }) => formatFlag(plural, changes[flag])),
    notificationPreference !== undefined && `notification ${notificationPreference}`,
    formatFlag('alert mails', alertMails),
    formatFlag('quiet hours', quietHours),
  ];
  return texts.filter((text) => text !== false).join(', ');
}
