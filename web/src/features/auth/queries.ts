import type { UserView } from '#domain/user/contract.ts';
import type { visitEndpoints } from '#domain/visit/contract.ts';
import { visitRequest } from '#domain/shared/early-requests.contract.ts';
import { call, callText } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { loadSessionCode, showOwnUser, type SignInCredentials, signIn } from '#web/lib/session/session.ts';
import { keepTemporaryPassword } from '#web/lib/session/temporary-password.ts';
import { notifyOtherWindows } from '#web/lib/session/session-broadcast.ts';

export const enter = (way: Parameters<typeof signIn>[0]): Mutation<SignInCredentials, UserView> => ({
  send: (credentials) => signIn(way, credentials),
  update: (queryClient, user, { password }) => {
    keepTemporaryPassword(user.mustChangePassword ? password : null);
    showOwnUser(queryClient, user);
    notifyOtherWindows();
  },
});

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
