import type { QueryClient } from '@tanstack/react-query';
import type { SecondStep } from '#domain/shared/second-step.contract.ts';
import type { UserView } from '#domain/user/contract.ts';
import type { visitEndpoints } from '#domain/visit/contract.ts';
import { visitRequest } from '#domain/shared/early-requests.contract.ts';
import { call, callText } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { loadSessionCode, showOwnUser } from '#web/lib/session/session.ts';
import type { SignInCredentials } from '#web/lib/session/sign-in.ts';
import { keepTemporaryPassword } from '#web/lib/session/temporary-password.ts';
import { notifyOtherWindows } from '#web/lib/session/session-broadcast.ts';

export const enter = (way: 'signIn' | 'register'): Mutation<SignInCredentials, UserView | SecondStep> => ({
  send: async (credentials) => (await loadSessionCode()).signIn(way, credentials),
  update: (queryClient, answer, { password }) => {
    if (!('token' in answer)) showSignedIn(queryClient, answer, password);
  },
});

/** Shows in all windows of this browser who signed in; `password` is null where none was typed. */
export function showSignedIn(queryClient: QueryClient, user: UserView, password: string | null): void {
  keepTemporaryPassword(user.mustChangePassword ? password : null);
  showOwnUser(queryClient, user);
  notifyOtherWindows();
}

export const requestPassword: Mutation<Pick<SignInCredentials, 'email'>, { message: string }> = {
  send: async (body) => call((await loadSessionCode()).accountEndpoints.requestTemporaryPassword, { body }),
};

let isVisitRecorded = false;

/** Records a visit of the sign-in page, once per load. A failure is not shown to the visitor. */
export function recordVisit(): void {
  if (isVisitRecorded) return;
  isVisitRecorded = true;
  const body = { referrer: document.referrer };
  callText<typeof visitEndpoints.trackVisit>(visitRequest, { body }).catch((error: unknown) => {
    console.error('The visit was not recorded.', error);
  });
}
