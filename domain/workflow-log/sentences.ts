import { byType } from '#domain/shared/by-type.ts';
import type { LetterKind } from '#domain/dead-letter/events.ts';
import { dollars } from '#domain/shared/money.ts';
import { secondOpinion } from '#domain/source/contract.ts';
import { ownSources } from '#domain/listing/own-sources.ts';
import type { Role } from '#domain/user/events.ts';
import { actorName } from './actors.ts';
import type { LoggedFact } from './facts.ts';
import { withNames } from './mentions.ts';

/** How ids read today: a user's e-mail, a listing's title. */
export type Names = { user: (userId: string) => string; listing: (listingId: string) => string };

/** One line: a short label, and the whole sentence. */
export type Line = { action: string; details: string };

/** The line that says `fact`, done by `actor`. */
export function lineOf(fact: LoggedFact, actor: string, names: Names): Line {
  const own = 'userId' in fact && fact.userId === actor;
  return write(fact, names, own ? '' : ` by ${actorName(actor, names.user)}`);
}

const roles: Record<Role, string> = { none: 'member', helper: 'helper admin', full: 'full admin' };

/** `by` is ' by <actor>', or nothing where users do it themselves. */
const write = byType<LoggedFact, [Names, string], Line>({
  UserRegistered: ({ userId, role }, { user }, by) => {
    const as = role === 'none' ? '' : ` as ${roles[role]}`;
    return { action: 'User registered', details: `${user(userId)} registered${as}${by}` };
  },
  FiltersUpdated: ({ userId, ...update }, { user }, by) => {
    return { action: 'Filters updated', details: `Filters of ${user(userId)} updated${by}: ${filterTexts(update)}` };
  },
  EmailChanged: ({ userId }, { user }, by) => ({
    action: 'Email changed',
    details: `Email changed to ${user(userId)}${by}`,
  }),
  PasswordChanged: ({ userId }, { user }, by) => line('Password changed', `Password of ${user(userId)} changed${by}`),
  TemporaryPasswordIssued: ({ userId }, { user }, by) => {
    return line('Temporary password issued', `Temporary password issued for ${user(userId)}${by}`);
  },
  TemporaryPasswordUsed: ({ userId }, { user }, by) => {
    return line('Temporary password used', `Temporary password of ${user(userId)} used${by}`);
  },
  PasswordRevealed: ({ userId }, { user }, by) =>
    line('Password revealed', `Password of ${user(userId)} revealed${by}`),
  MembershipActivated: ({ userId }, { user }, by) => {
    return line('Membership activated', `Membership set to active for ${user(userId)}${by}`);
  },
  MembershipDeactivated: ({ userId }, { user }, by) => {
    return line('Membership deactivated', `Membership set to unconfirmed for ${user(userId)}${by}`);
  },
  MemberSinceSet: ({ userId, memberSince }, { user }, by) => {
    return line('Member since set', `Member since set to ${memberSince.slice(0, 10)} for ${user(userId)}${by}`);
  },
  ListingsSaved: ({ userId, count }, { user }, by) => {
    return line('Listings saved', `${counted(count, 'listing')} saved for ${user(userId)}${by}`);
  },
  HigherLimitRequested: ({ userId }, { user }, by) => {
    return line('Higher limit requested', `Higher price limit requested for ${user(userId)}${by}`);
  },
  HigherLimitCleared: ({ userId }, { user }, by) => {
    return line('Higher limit cleared', `Higher limit request of ${user(userId)} cleared${by}`);
  },
  HigherLimitGranted: ({ userId, limit }, { user }, by) => {
    return line('Higher limit granted', `Price limit of ${dollars(limit)} granted to ${user(userId)}${by}`);
  },
  RoleChanged: ({ userId, role }, { user }, by) => line('Role changed', `${user(userId)} made ${roles[role]}${by}`),
  // The address is gone with the user, so the id has to do.
  UserDeleted: ({ userId }, _names, by) => line('User deleted', `User ${userId} deleted${by}`),
  SignedIn: ({ userId }, { user }, by) => line('Signed in', `${user(userId)} signed in${by}`),
  SignedOut: ({ userId }, { user }, by) => line('Signed out', `${user(userId)} signed out${by}`),
  ListingFound: ({ title, price, place, source }, _names, by) => {
    return line('Listing found', `New listing: ${title}, ${dollars(price)} in ${place} (${origin(source, by)})`);
  },
  ListingHeld: ({ title, source, reason }, _names, by) =>
    line('Listing held', `Listing to review: ${title} (${origin(source, by)}). ${reason}`),
  ListingRepriced: ({ listingId, price, previousPrice }, { listing }) => {
    return line(
      'Listing repriced',
      `Price of ${listing(listingId)} changed from ${dollars(previousPrice)} to ${dollars(price)}`,
    );
  },
  ListingReposted: ({ listingId, price, source }, { listing }, by) => {
    return line('Listing reposted', `${listing(listingId)} posted again for ${dollars(price)} (${origin(source, by)})`);
  },
  ListingWithdrawn: ({ listingId, reason }, { listing }, by) => {
    return line('Listing withdrawn', `${listing(listingId)} withdrawn${by}: ${reason}`);
  },
  ListingAccepted: ({ listingId, corrected }, { listing }, by) => {
    const changes = corrected.length === 0 ? '' : `, with another ${corrected.join(', ')}`;
    return line('Listing accepted', `${listing(listingId)} accepted in the review${by}${changes}`);
  },
  ListingRejected: ({ title }, _names, by) => line('Listing rejected', `${title} rejected in the review${by}`),
  AlertsDelivered: ({ listingId, count, userId }, { user, listing }) => {
    const receivers = userId === null ? counted(count, 'member') : user(userId);
    return line('Alert sent', `Alert sent to ${receivers}: ${listing(listingId)}`);
  },
  AnnouncementPublished: (_fact, _names, by) => line('Announcement published', `Announcement published${by}`),
  SourcePaused: ({ sourceId }, _names, by) => line('Source paused', `Source ${sourceId} paused${by}`),
  SourceResumed: ({ sourceId }, _names, by) => line('Source resumed', `Source ${sourceId} resumed${by}`),
  SourceFailing: ({ sourceId, problem }) => line('Source failing', `${sourceName(sourceId)}: ${problem}`),
  SourceRecovered: ({ sourceId }) => line('Source recovered', `${sourceName(sourceId)} works again`),
  MailResent: ({ userId, about }, { user }, by) =>
    line('Mail resent', `Mail about ${subjects[about]} to ${user(userId)} sent again${by}`),
  MailDiscarded: ({ userId, about }, { user }, by) =>
    line('Mail discarded', `Undelivered mail about ${subjects[about]} to ${user(userId)} discarded${by}`),
  PushResent: ({ userId }, { user }, by) => line('Push resent', `Push to ${user(userId)} sent again${by}`),
  PushDiscarded: ({ userId }, { user }, by) =>
    line('Push discarded', `Undelivered push to ${user(userId)} discarded${by}`),
  // The words are a person's own; who that is, the entry says.
  NoteTaken: ({ action, details }, { user }) => line(withNames(action, user), withNames(details, user)),
  UsersImported: ({ added, updated, skipped }, _names, by) => {
    const counts = `${added} new, ${updated} updated, ${skipped} skipped`;
    return line('Users imported', `${counted(added + updated, 'user')} imported${by}: ${counts}`);
  },
});

const subjects: Record<LetterKind, string> = {
  alerts: 'new listings',
  'temporary-password': 'a temporary password',
  'higher-limit': 'a higher limit',
  'source-failing': 'a failing source',
};

function line(action: string, details: string): Line {
  return { action, details };
}

/** Behind what an admin entered, or let in, stands a person. */
function origin(source: string, by: string): string {
  return source === ownSources.entry ? `from ${source}${by}` : `from ${source}`;
}

/** The second opinion is watched like a source, and is none. */
function sourceName(sourceId: string): string {
  return sourceId === secondOpinion ? 'The second opinion' : `Source ${sourceId}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

type Update = Omit<Extract<LoggedFact, { type: 'FiltersUpdated' }>, 'userId' | 'type'>;

function filterTexts({ changes, zipCodeChanged }: Update): string {
  const { maxPrice, mileageRadius, includeMobileHomes, includeRawLand, includeTinyHomes } = changes;
  const { notificationPreference, alertMails, quietHours } = changes;
  const wanted = (what: string, flag: boolean | undefined) => flag !== undefined && `${what} ${flag ? 'yes' : 'no'}`;
  const texts = [
    typeof maxPrice === 'number' && `max price ${dollars(maxPrice)}`,
    typeof mileageRadius === 'number' && `radius ${mileageRadius} miles`,
    zipCodeChanged && 'ZIP code',
    wanted('mobile homes', includeMobileHomes),
    wanted('raw land', includeRawLand),
    wanted('tiny homes', includeTinyHomes),
    notificationPreference !== undefined && `notification ${notificationPreference}`,
    wanted('alert mails', alertMails),
    wanted('quiet hours', quietHours),
  ];
  return texts.filter((text) => text !== false).join(', ');
}
