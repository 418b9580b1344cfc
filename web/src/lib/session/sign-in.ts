import type { SecondStep } from '#domain/shared/second-step.contract.ts';
import { accountEndpoints, type UserView } from '#domain/user/contract.ts';
import { call } from '../api/api.ts';
import { removeDrafts } from './drafts.ts';
import { recordSessionEnd } from './session-end.ts';

export type SignInCredentials = { email: string; password: string };

/** Signs in or registers; resolves with the signed-in user, or with the second step that the account asks for. */
export async function signIn(way: 'signIn' | 'register', body: SignInCredentials): Promise<UserView | SecondStep> {
  const answer = await call(accountEndpoints[way], { body });
  return 'token' in answer ? answer : beginSession(answer);
}

/** Prepares this window for the session of a user who has signed in. */
export function beginSession(user: UserView): UserView {
  recordSessionEnd(null);
  removeDrafts(user.id);
  return user;
}
