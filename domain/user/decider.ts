import { matchType } from '#domain/shared/match-type.ts';
import { type Decider, Rejected } from '#domain/shared/decider.ts';
import type { EmailCommand, UserCommand, UserCommandData } from './commands.ts';
import type { EmailEvent, UserEvent } from './events.ts';
import {
  clearHigherLimit,
  grantHigherLimit,
  requestHigherLimit,
  summarizeWeek,
  updateDelivery,
  updateFilters,
} from './filters.ts';
import { activateMembership, deactivateMembership, setMemberSince } from './membership.ts';
import { saveListings } from './saved-listings.ts';
import { addSearch, changeSearch, removeSearch, restoreSearch } from './searches.ts';
import { isFullAdmin } from './permissions.ts';
import { evolve, hasEmail, type RegisteredUser, unregistered, type User } from './state.ts';

const maxAdminNotes = 100;

/** Stream `user-<userId>`. Refusals: the codes of Rejected in this folder. Permissions are checked elsewhere. */
export const user: Decider<UserCommand, UserEvent, User> = { decide, evolve, initialState: unregistered };

function decide(command: UserCommand, state: User): UserEvent[] {
  if (command.type === 'RevokeEmailClaim') return revokeEmailClaim(command.data, state);
  if (command.type === 'KeepFullAdmin') return keepFullAdmin(command.data, state);
  if (command.type === 'Register') {
    if (state.status !== 'unregistered') throw new Rejected('user-already-registered');
    const { revokedClaims, ...data } = command.data;
    assertClaimHolds(revokedClaims, state);
    return [{ type: 'UserRegistered', data }];
  }
  if (state.status !== 'registered') throw new Rejected('user-not-found');
  return decideRegistered(command, state);
}

type CommandToRegistered = Exclude<UserCommand, { type: 'Register' | 'RevokeEmailClaim' | 'KeepFullAdmin' }>;

const decideRegistered = matchType<CommandToRegistered, [RegisteredUser], UserEvent[]>({
  UpdateFilters: ({ data }, state) => updateFilters(data, state),
  UpdateDelivery: ({ data }, state) => updateDelivery(data, state),
  AddSearch: ({ data }, state) => addSearch(data, state),
  ChangeSearch: ({ data }, state) => changeSearch(data, state),
  RemoveSearch: ({ data }, state) => removeSearch(data, state),
  RestoreSearch: ({ data }, state) => restoreSearch(data, state),
  RequestHigherLimit: ({ data }, state) => requestHigherLimit(data, state),
  ClearHigherLimit: ({ data }, state) => clearHigherLimit(data, state),
  GrantHigherLimit: ({ data }, state) => grantHigherLimit(data, state),
  ActivateMembership: ({ data }, state) => activateMembership(data, state),
  DeactivateMembership: ({ data }, state) => deactivateMembership(data, state),
  SetMemberSince: ({ data }, state) => setMemberSince(data, state),
  SaveListings: ({ data }, state) => saveListings(data, state),
  ChangeEmail: ({ data: { revokedClaims, ...data } }, state) => {
    if (data.email === state.email) return [];
    assertClaimHolds(revokedClaims, state);
    return [{ type: 'EmailChanged', data }];
  },
  ChangePassword: ({ data }) => [{ type: 'PasswordChanged', data }],
  IssueTemporaryPassword: ({ data }) => [{ type: 'TemporaryPasswordIssued', data }],
  UseTemporaryPassword: ({ data }, state) => {
    if (!state.temporaryPassword) throw new Rejected('temporary-password-spent');
    return [{ type: 'TemporaryPasswordUsed', data }];
  },
  RevealPassword: ({ data }) => [{ type: 'PasswordRevealed', data }],
  ChangeRole: ({ data: { userId, role, timesKept } }, state) => {
    if (role === state.role) return [];
    assertRemovable(timesKept, state);
    return [{ type: 'RoleChanged', data: { userId, role } }];
  },
  SummarizeWeek: ({ data }, state) => summarizeWeek(data, state),
  AddAdminNote: ({ data }, { adminNoteIds }) => {
    if (adminNoteIds.includes(data.adminNoteId)) return [];
    if (adminNoteIds.length >= maxAdminNotes) throw new Rejected('too-many-notes');
    return [{ type: 'AdminNoteAdded', data }];
  },
  RemoveAdminNote: ({ data }, { adminNoteIds }) =>
    adminNoteIds.includes(data.adminNoteId) ? [{ type: 'AdminNoteRemoved', data }] : [],
  Delete: ({ data: { userId, timesKept } }, state) => {
    assertRemovable(timesKept, state);
    return [{ type: 'UserDeleted', data: { userId } }];
  },
});

/** A deleted user records nothing more. */
function revokeEmailClaim({ userId, email: address }: UserCommandData<'RevokeEmailClaim'>, state: User): UserEvent[] {
  if (hasEmail(state, address)) throw new Rejected('email-taken');
  return state.status === 'deleted' ? [] : [{ type: 'EmailClaimRevoked', data: { userId } }];
}

/** Throws where another user has taken over the claim on the address that is to be recorded. */
function assertClaimHolds(revokedAtClaim = 0, { revokedClaims }: { revokedClaims: number }): void {
  if (revokedClaims !== revokedAtClaim) throw new Rejected('email-taken');
}

function keepFullAdmin(data: UserCommandData<'KeepFullAdmin'>, state: User): UserEvent[] {
  return state.status === 'registered' && isFullAdmin(state.role) ? [{ type: 'FullAdminKept', data }] : [];
}

/** A full admin is removed only if no other removal relied on them since this one began. */
function assertRemovable(timesKeptAtStart: number | undefined, { role, timesKept }: RegisteredUser): void {
  if (isFullAdmin(role) && timesKeptAtStart !== timesKept) throw new Rejected('full-admin-kept');
}

/** The current holder of an address, and the number of its claims so far, which is that of the last one. */
export type EmailClaim = { holder: string | null; claims: number };

/**
 * Stream `email-<hmac>`: one holder at a time. A taken address is refused with 'email-taken'. The holder may claim it
 * again, after which the claim before can no longer be replaced.
 */
export const email: Decider<EmailCommand, EmailEvent, EmailClaim> = {
  decide: ({ type, data }, { holder, claims }) => {
    const { userId } = data;
    if (type === 'Release') {
      const { claim = claims } = data;
      return holder === userId && claim === claims ? [{ type: 'EmailReleased', data: { userId } }] : [];
    }
    if (holder !== null && holder !== userId && data.replaces !== claims) throw new Rejected('email-taken');
    return [{ type: 'EmailClaimed', data: { userId } }];
  },
  evolve: ({ claims }, event) =>
    event.type === 'EmailClaimed' ? { holder: event.data.userId, claims: claims + 1 } : { holder: null, claims },
  initialState: { holder: null, claims: 0 },
};
