import { userPaths } from '#domain/user/paths.contract.ts';
import type { UserView } from '#domain/user/contract.ts';
import { visitPaths } from '#domain/visit/paths.contract.ts';
import { send } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { type SignInCredentials, signIn, userQuery } from '#web/lib/session/session.ts';
import { notifyOtherWindows } from '#web/lib/session/session-broadcast.ts';

/** Signs in or registers, by the path. */
export const enter = (path: Parameters<typeof signIn>[0]): Mutation<SignInCredentials, UserView> => ({
  send: (credentials) => signIn(path, credentials),
  update: (queryClient, user) => {
    queryClient.setQueryData(userQuery.queryKey, user);
    notifyOtherWindows();
  },
});

export const requestPassword: Mutation<Pick<SignInCredentials, 'email'>, string> = {
  send: (body) => send('POST', userPaths.forgotPassword, body),
};

let isVisitRecorded = false;

/** Records a visit of the sign-in page, once per load. A failure is not shown to the visitor. */
export function recordVisit(): void {
  if (isVisitRecorded) return;
  isVisitRecorded = true;
  send('POST', visitPaths.track, { referrer: document.referrer }).catch((error: unknown) => {
    console.error('The visit was not recorded.', error);
  });
}
