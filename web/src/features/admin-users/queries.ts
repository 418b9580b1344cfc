import { securityEndpoints } from '#domain/sign-in/second-factor.contract.ts';
import { userEndpoints } from '#domain/user/admin.contract.ts';
import type { MembershipStatus, Role } from '#domain/user/contract.ts';
import { createUserMutation, refreshUser } from '#web/features/user-table/index.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

export const changeMembership = (id: string) =>
  createUserMutation((change: MembershipUpdate) =>
    call(userEndpoints.changeMembership, { params: { id }, body: change }),
  );
/** `memberSince: null` undoes an activation that set the date. */
export type MembershipUpdate = { status: MembershipStatus; memberSince?: null };

export const changeMemberSince = (id: string) =>
  createUserMutation((memberSince: string) =>
    call(userEndpoints.changeMemberSince, { params: { id }, body: { memberSince } }),
  );

export const changeRole = (id: string) =>
  createUserMutation((role: Role) => call(userEndpoints.changeRole, { params: { id }, body: { role } }));

export const approveHigherLimit = (id: string) =>
  createUserMutation((limit: number) => call(userEndpoints.changeHigherLimit, { params: { id }, body: { limit } }));

/** Clears a request for a higher limit without granting it. */
export const clearLimitRequest = (id: string) =>
  createUserMutation(() => call(userEndpoints.changeHigherLimit, { params: { id } }));

export const deleteUser = (id: string): Mutation<void, undefined> => ({
  send: () => call(userEndpoints.deleteUser, { params: { id } }),
  update: (queryClient) => refreshUser(queryClient, id),
});

/** The log records that the password was shown. */
export const showPassword = (id: string): Mutation<void, { password: string }> => ({
  send: () => call(userEndpoints.revealPassword, { params: { id } }),
});

/** The user then signs in by their password alone. */
export const resetSecondFactor = (id: string): Mutation<void, undefined> => ({
  send: () => call(securityEndpoints.resetSecondFactor, { params: { id } }),
});
