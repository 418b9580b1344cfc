import type * as z from 'zod';
import { accountEndpoints, type credentialsBody, type UserView } from '#domain/user/contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { showOwnUser } from '#web/lib/session/session.ts';

export type Credentials = z.infer<typeof credentialsBody>;

export const changeCredentials: Mutation<Credentials, UserView> = {
  send: (body) => call(accountEndpoints.updateCredentials, { body }),
  update: showOwnUser,
};
