import type * as z from 'zod';
import { type credentialsBody, userPaths, type UserView, userView } from '#domain/user/contract.ts';
import { sendAndParse } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { showOwnUser } from '#web/lib/session/session.ts';

export type Credentials = z.infer<typeof credentialsBody>;

export const changeCredentials: Mutation<Credentials, UserView> = {
  send: (credentials) => sendAndParse(userView, 'PATCH', userPaths.credentials, credentials),
  update: showOwnUser,
};
