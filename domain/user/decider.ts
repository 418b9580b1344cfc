import { matchType } from '#domain/shared/match-type.ts';
import { type Decider, Rejected } from '#domain/shared/decider.ts';
import type { EmailCommand, UserCommand } from './commands.ts';
import type { EmailEvent, UserEvent } from './events.ts';
import { clearHigherLimit, grantHigherLimit, requestHigherLimit, updateFilters } from './filters.ts';
import { activateMembership, deactivateMembership, setMemberSince } from './membership.ts';
import { saveListings } from './saved-listings.ts';
import { evolve, type RegisteredUser, type User } from './state.ts';

/** Stream `user-<userId>`. Refusals: the codes of Rejected in this folder. Permissions are checked elsewhere. */
export const user: Decider<UserCommand, UserEvent, User> = { decide, evolve, initialState: { status: 'unregistered' } };

function decide(command: UserCommand, state: User): UserEvent[] {
  if (command.type === 'Register') {
    if (state.status !== 'unregistered') throw new Rejected('user-already-registered');
    return [{ type: 'UserRegistered', data: command.data }];
  }
  if (state.status !== 'registered') throw new Rejected('user-not-found');
  return decideRegistered(command, state);
}

const decideRegistered = matchType<Exclude<UserCommand, { type: 'Register' }>, [RegisteredUser], UserEvent[]>({
  UpdateFilters: ({ data }, state) => updateFilters(data, state),
  RequestHigherLimit: ({ data }, state) => requestHigherLimit(data, state),
  ClearHigherLimit: ({ data }, state) => clearHigherLimit(data, state),
  GrantHigherLimit: ({ data }, state) => grantHigherLimit(data, state),
  ActivateMembership: ({ data }, state) => activateMembership(data, state),
  DeactivateMembership: ({ data }, state) => deactivateMembership(data, state),
  SetMemberSince: ({ data }, state) => setMemberSince(data, state),
  SaveListings: ({ data }, state) => saveListings(data, state),
  ChangeEmail: ({ data }, state) => (data.email === state.email ? [] : [{ type: 'EmailChanged', data }]),
  ChangePassword: ({ data }) => [{ type: 'PasswordChanged', data }],
  IssueTemporaryPassword: ({ data }) => [{ type: 'TemporaryPasswordIssued', data }],
  UseTemporaryPassword: ({ data }, state) => {
    if (!state.temporaryPassword) throw new Rejected('temporary-password-spent');
    return [{ type: 'TemporaryPasswordUsed', data }];
  },
  RevealPassword: ({ data }) => [{ type: 'PasswordRevealed', data }],
  ChangeRole: ({ data }, state) => (data.role === state.role ? [] : [{ type: 'RoleChanged', data }]),
  Delete: ({ data }) => [{ type: 'UserDeleted', data }],
});

/** The current holder of an address. */
export type EmailClaim = { holder: string | null };

/** Stream `email-<hmac>`: one holder at a time. A taken address is refused with 'email-taken'. */
export const email: Decider<EmailCommand, EmailEvent, EmailClaim> = {
  decide: ({ type, data }, { holder }) => {
    const { userId } = data;
    if (type === 'Release') return holder === userId ? [{ type: 'EmailReleased', data: { userId } }] : [];
    if (holder === userId) return [];
    if (holder !== null && holder !== data.takeOverFrom) throw new Rejected('email-taken');
    return [{ type: 'EmailClaimed', data: { userId } }];
  },
  evolve: (_state, event) => ({ holder: event.type === 'EmailClaimed' ? event.data.userId : null }),
  initialState: { holder: null },
};
