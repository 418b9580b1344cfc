import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { pluralize } from '#domain/shared/pluralize.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import type { AccessEvent, SignInFactor } from '#domain/sign-in/events.ts';
import { type Filters, type Role, savedListingTexts } from '#domain/user/contract.ts';
import type { EmailEvent, UserEvent } from '#domain/user/events.ts';
import { message, nameUser } from '#domain/workflow-log/message-parts.ts';
import { type EventDeclarations, type SealedMembers, sealTexts } from './event-declaration.ts';

const user = 'user-<userId>';
const email = 'email-<hmac of the address>';
const access = 'access-<userId>';
const memberId: SealedMembers = { field: 'userId', erase: (userId) => userId };
const searchTexts = sealTexts(['search', 'name'], ['search', 'zipCode']);
const factorNames: Record<SignInFactor, string> = {
  'authenticator app': 'an authenticator app',
  passkey: 'a passkey',
  'recovery code': 'a recovery code',
};
const roleNames: Record<Role, string> = { none: 'member', helper: 'helper admin', full: 'full admin' };

export const userEvents = {
  UserRegistered: {
    stream: user,
    summary: 'A user registered, or an admin added one.',
    personal: sealTexts(['email']),
    line: ({ data }, by) =>
      message`${nameUser(data)} registered${data.role === 'none' ? '' : ` as ${roleNames[data.role]}`}${by}`,
  },
  FiltersUpdated: {
    stream: user,
    summary: 'Some filters or notification settings of a user were changed.',
    personal: sealTexts(['changes', 'zipCode']),
    line: ({ data }, by) => message`Filters of ${nameUser(data)} updated${by}: ${formatChanges(data.changes)}`,
  },
  SearchAdded: {
    stream: user,
    summary: 'A user has a further search, or has one back that was removed.',
    personal: searchTexts,
    line: ({ data }, by) => message`Search added for ${nameUser(data)}${by}: ${formatChanges(data.search)}`,
  },
  SearchChanged: {
    stream: user,
    summary: 'A further search of a user was changed, paused or resumed.',
    personal: searchTexts,
    line: ({ data }, by) =>
      message`Search of ${nameUser(data)} ${data.search.paused ? 'paused' : 'changed'}${by}: ${formatChanges(data.search)}`,
  },
  SearchRemoved: {
    stream: user,
    summary: 'A further search of a user was removed.',
    line: ({ data }, by) => message`Search of ${nameUser(data)} removed${by}`,
  },
  EmailChanged: {
    stream: user,
    summary: 'A user has another email address.',
    personal: sealTexts(['email']),
    line: ({ data }, by) =>
      data.takesBack === undefined
        ? message`Email changed to ${nameUser(data)}${by}`
        : message`Email changed back to ${nameUser(data)} by the link in its mail`,
  },
  EmailClaimRevoked: {
    stream: user,
    summary: 'Another user claims an address that this user claimed or had, and does not have now.',
    isLogged: false,
    line: ({ data }) => message`An email address that ${nameUser(data)} claimed and does not have goes to another user`,
  },
  PasswordChanged: {
    stream: user,
    summary: 'A user has another password.',
    line: ({ data }, by) => message`Password of ${nameUser(data)} changed${by}`,
  },
  TemporaryPasswordIssued: {
    stream: user,
    summary: 'A temporary password was issued, and is mailed to the user.',
    line: ({ data }, by) => message`Temporary password issued for ${nameUser(data)}${by}`,
  },
  TemporaryPasswordUsed: {
    stream: user,
    summary: 'A user signed in with a temporary password.',
    line: ({ data }, by) => message`Temporary password of ${nameUser(data)} used${by}`,
  },
  PasswordRevealed: {
    stream: user,
    summary: 'An admin looked at the password of a user.',
    line: ({ data }, by) => message`Password of ${nameUser(data)} revealed${by}`,
  },
  MembershipActivated: {
    stream: user,
    summary: 'A membership became active: listings are matched with these filters from now on.',
    personal: sealTexts(['filters', 'zipCode'], ['searches', '*', 'name'], ['searches', '*', 'zipCode']),
    line: ({ data }, by) => message`Membership set to active for ${nameUser(data)}${by}`,
  },
  MembershipDeactivated: {
    stream: user,
    summary: 'A membership ended.',
    line: ({ data }, by) => message`Membership set to unconfirmed for ${nameUser(data)}${by}`,
  },
  MemberSinceSet: {
    stream: user,
    summary: 'The day from which a user is a member was set.',
    line: ({ data }, by) => message`Member since set to ${data.memberSince.slice(0, 10)} for ${nameUser(data)}${by}`,
  },
  MemberSinceCleared: {
    stream: user,
    summary: 'The first activation of a membership was undone: the user has no first day as a member.',
    line: ({ data }, by) => message`Member since cleared for ${nameUser(data)}${by}`,
  },
  ListingsSaved: {
    stream: user,
    summary: 'The listings that admins saved for a user were changed.',
    personal: sealTexts(...savedListingTexts.map((field) => ['listings', '*', field])),
    line: ({ data }, by) => message`${pluralize(data.listings.length, 'listing')} saved for ${nameUser(data)}${by}`,
  },
  HigherLimitRequested: {
    stream: user,
    summary: 'A user asked for a higher price limit.',
    line: ({ data }, by) => message`Higher price limit requested for ${nameUser(data)}${by}`,
  },
  HigherLimitCleared: {
    stream: user,
    summary: 'A request for a higher price limit was declined.',
    line: ({ data }, by) => message`Higher limit request of ${nameUser(data)} cleared${by}`,
  },
  HigherLimitGranted: {
    stream: user,
    summary: 'A higher price limit was granted.',
    line: ({ data }, by) => message`Price limit of ${formatWholeDollars(data.limit)} granted to ${nameUser(data)}${by}`,
  },
  RoleChanged: {
    stream: user,
    summary: 'A user has another role.',
    line: ({ data }, by) => message`${nameUser(data)} made ${roleNames[data.role]}${by}`,
  },
  FullAdminKept: {
    stream: user,
    summary: 'A full admin stays one, so that another one may be removed.',
    isLogged: false,
    line: ({ data }, by) => message`${nameUser(data)} stays a full admin while another one is removed${by}`,
  },
  WeeklySummaryIssued: {
    stream: user,
    summary: 'A weekly summary was issued, and is mailed to the member where something happened.',
    isLogged: false,
    line: ({ data }) => message`Weekly summary of ${data.week} issued for ${nameUser(data)}`,
  },
  AdminNoteAdded: {
    stream: user,
    summary: 'An admin wrote a note about a user, which only admins read.',
    personal: sealTexts(['text']),
    line: ({ data }, by) => message`Note about ${nameUser(data)} added${by}`,
  },
  AdminNoteRemoved: {
    stream: user,
    summary: 'A note about a user was removed.',
    line: ({ data }, by) => message`Note about ${nameUser(data)} removed${by}`,
  },
  UserDeleted: {
    stream: user,
    summary: 'A user was deleted; the key of their personal data is destroyed after it.',
    // The address is deleted with the user, so the id is shown.
    line: ({ data }, by) => message`User ${data.userId} deleted${by}`,
  },
  EmailClaimed: {
    stream: email,
    summary: 'An email address belongs to a user from now on.',
    members: memberId,
    isLogged: false,
    line: ({ data }) => message`An email address now belongs to ${nameUser(data)}`,
  },
  EmailReleased: {
    stream: email,
    summary: 'An email address is free again.',
    members: memberId,
    isLogged: false,
    line: ({ data }) => message`An email address no longer belongs to ${nameUser(data)}`,
  },
  SignedIn: {
    stream: access,
    summary: 'A user signed in.',
    line: ({ data }, by) =>
      message`${nameUser(data)} signed in${data.factor === undefined ? '' : ` with ${factorNames[data.factor]}`}${by}`,
  },
  SecondFactorAdded: {
    stream: access,
    summary: 'A user set up a second factor.',
    line: ({ data }, by) => message`${capitalize(factorNames[data.factor])} set up for ${nameUser(data)}${by}`,
  },
  SecondFactorRemoved: {
    stream: access,
    summary: 'A user removed a second factor.',
    line: ({ data }, by) => message`${capitalize(factorNames[data.factor])} of ${nameUser(data)} removed${by}`,
  },
  SecondFactorReset: {
    stream: access,
    summary: 'An admin removed all second factors of a user.',
    line: ({ data }, by) => message`Second factor of ${nameUser(data)} reset${by}`,
  },
  RecoveryCodesIssued: {
    stream: access,
    summary: 'A user got new recovery codes; earlier ones do not work any more.',
    line: ({ data }, by) => message`Recovery codes issued for ${nameUser(data)}${by}`,
  },
  RecoveryCodeUsed: {
    stream: access,
    summary: 'A user proved their identity with a recovery code.',
    line: ({ data }, by) => message`Recovery code of ${nameUser(data)} used${by}; ${String(data.left)} left`,
  },
  SessionBegun: {
    stream: access,
    summary: 'A session began, with this browser.',
    isLogged: false,
    personal: sealTexts(['browser'], ['city'], ['state']),
    line: ({ data }) => message`Session of ${nameUser(data)} began`,
  },
  NewBrowserUsed: {
    stream: access,
    summary: 'A user signed in with a browser that was not known to the account, and is mailed a notice.',
    personal: sealTexts(['browser'], ['city'], ['state']),
    line: ({ data }) => message`${nameUser(data)} signed in with a new browser`,
  },
  SessionsEnded: {
    stream: access,
    summary: 'A user ended other sessions than the present one.',
    line: ({ data }, by) => message`${pluralize(data.sessionIds.length, 'session')} of ${nameUser(data)} ended${by}`,
  },
  SignedOut: {
    stream: access,
    summary: 'A user signed out.',
    line: ({ data }, by) => message`${nameUser(data)} signed out${by}`,
  },
} satisfies EventDeclarations<UserEvent | EmailEvent | AccessEvent>;

function formatChanges(changes: Partial<Filters>): string {
  const { maxPrice, mileageRadius, zipCode, notificationPreference, alertMails, quietHours, weeklySummary } = changes;
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
    formatFlag('weekly summary', weeklySummary),
  ];
  return texts.filter((text) => text !== false).join(', ');
}
