import { access } from '#domain/sign-in/decider.ts';
import { loginBody, registerBody, type UserView, userPaths } from '#domain/user/contract.ts';
import { toUserView } from '#projections/users.ts';
import type { Sender } from '#server/platform/commands/handle.ts';
import { addressOf } from '#server/platform/http/middleware/address.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import type { Limits } from '#server/platform/http/middleware/limits.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import type { Credentials } from './credentials.ts';
import type { ChangeDeps, FindUser } from './deps.ts';
import type { Emails } from './emails.ts';
import type { Person, Registered } from './registration.ts';

export type AccountDeps = ChangeDeps & {
  sessions: Pick<Sessions, 'begin' | 'end' | 'of'>;
  limits: Pick<Limits, 'register' | 'login'>;
  emails: Pick<Emails, 'holderOf'>;
  credentials: Pick<Credentials, 'opens'>;
  /** Throws Rejected('email-taken'). */
  register: (person: Person, sender: Sender) => Promise<Registered>;
};

/** Registration, sign-in, sign-out, and the signed-in user. */
export function accountRoutes(deps: AccountDeps): Route[] {
  const { sessions, limits, emails, credentials, register, handle, caughtUp, findUser } = deps;

  return [
    route({ method: 'get', path: userPaths.me, access: 'signed-in', status: 200 }, ({ user }) =>
      Promise.resolve(toUserView(user)),
    ),

    route(
      { method: 'post', path: userPaths.register, access: 'anyone', status: 201, body: registerBody },
      async ({ request, response, body, sender }) => {
        await limits.register(addressOf(request));
        const { userId, position } = await register({ ...body, role: 'none' }, sender);
        await Promise.all([sessions.begin(request, response, userId), caughtUp(position)]);
        return viewOf(findUser, userId);
      },
    ),

    route(
      { method: 'post', path: userPaths.login, access: 'anyone', status: 200, body: loginBody },
      async ({ request, response, body: { email, password }, sender }) => {
        const userId = await emails.holderOf(email);
        const right = await limits.login(email, addressOf(request), (begin) =>
          credentials.opens({ userId, password }, sender, begin),
        );
        if (!right || userId === null) throw new Problem(401, 'Incorrect email or password');
        const signIn = { type: 'SignIn', data: { userId } } as const;
        const { position } = await handle(access, `access-${userId}`, signIn, { ...sender, actor: userId });
        await Promise.all([sessions.begin(request, response, userId), caughtUp(position)]);
        return viewOf(findUser, userId);
      },
    ),

    // Succeeds without a session as well: the caller is signed out already.
    route(
      { method: 'post', path: userPaths.logout, access: 'anyone', status: 204 },
      async ({ request, response, sender }) => {
        const session = await sessions.of(request);
        if (session === null) return;
        const { userId } = session;
        await sessions.end(request, response);
        const signOut = { type: 'SignOut', data: { userId } } as const;
        const { position } = await handle(access, `access-${userId}`, signOut, { ...sender, actor: userId });
        await caughtUp(position);
      },
    ),
  ];
}

/** The user as answered after a write. Throws Problem 401 for one who was deleted in between. */
export async function viewOf(findUser: FindUser, userId: string): Promise<UserView> {
  const user = await findUser(userId);
  if (!user) throw new Problem(401, 'You are not signed in');
  return toUserView(user);
}
