import * as z from 'zod';
import { adminPaths } from '#domain/user/admin.contract.ts';
import { type MembershipStatus, userPaths } from '#domain/user/contract.ts';
import { patchUser, refreshUser } from '#web/features/user-table/index.ts';
import { send, sendAndParse } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

export const changeMembership = (userId: string) =>
  patchUser(userPaths.membership(userId), (status: MembershipStatus) => ({ status }));

export const setMemberSince = (userId: string) =>
  patchUser(adminPaths.memberSince(userId), (memberSince: string) => ({ memberSince }));

export type RoleName = 'none' | 'helper' | 'full';

export const changeRole = (userId: string) => patchUser(adminPaths.role(userId), (role: RoleName) => ({ role }));

export const grantHigherLimit = (userId: string) =>
  patchUser(userPaths.higherLimit(userId), (limit: number) => ({ limit }));

/** Clears a request for a higher limit without granting it. */
export const clearLimitRequest = (userId: string) => patchUser(userPaths.higherLimit(userId), () => undefined);

export const deleteUser = (userId: string): Mutation<void, string> => ({
  send: () => send('DELETE', adminPaths.user(userId)),
  update: (queryClient) => refreshUser(queryClient, userId),
});

const revealedPassword = z.object({ password: z.string() });

/** The log records that the password was shown. */
export const revealPassword = (userId: string): Mutation<void, z.infer<typeof revealedPassword>> => ({
  send: () => sendAndParse(revealedPassword, 'POST', adminPaths.reveal(userId)),
});
