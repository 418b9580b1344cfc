import type { Request, Response } from 'express';
import { accessStream } from '#domain/event-catalog/streams.ts';
import { access } from '#domain/sign-in/decider.ts';
import { accountEndpoints, type UserView } from '#domain/user/contract.ts';
import { toUserView } from '#projections/users.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { readOrigin } from '../sessions/read-origin.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import type { Credentials } from './credentials.ts';
import { assertUncommonChoice } from '../passwords/common-passwords.ts';
import type { ChangeDeps, FindUser } from './deps.ts';
import type { EmailRegistry } from './email-registry.ts';
import type { NewUser, RegistrationResult } from './registration.ts';

export type AccountDeps = ChangeDeps & {
  sessions: Pick<Sessions, 'begin' | 'end' | 'findByRequest'>;
  limits: Pick<RateLimits, 'register' | 'login'>;
  emails: Pick<EmailRegistry, 'findOwner'>;
  credentials: Pick<Credentials, 'authenticate'>;
  /** Throws Rejected 'email-taken'. */
  register: (person: NewUser, sender: CommandMetadata) => Promise<RegistrationResult>;
};

/** Registration, sign-in, sign-out, and the signed-in user. */
export function accountRoutes(deps: AccountDeps): Route[] {
  const { sessions, limits, emails, credentials, register, handle, findUser } = deps;

  const begin = async (
    type: 'SignIn' | 'BeginSession',
    { request, response }: { request: Request; response: Response },
    { userId, sender }: { userId: string; sender: CommandMetadata },
  ) => {
    const session = { userId, sessionId: childCommand(sender, 'session').commandId };
    const data = { ...session, ...(await readOrigin(request)) };
    await handle(access, accessStream(userId), { type, data }, { ...sender, actor: userId });
    await sessions.begin(request, response, session);
  };

  return [
    route(accountEndpoints.getCurrentUser, ({ user }) => toUserView(user)),

    route(accountEndpoints.register, async (call) => {
      const { request, body, sender } = call;
      await limits.register(getClientAddress(request));
      await assertUncommonChoice(body.password, body.email);
      const { userId } = await register({ ...body, role: 'none' }, sender);
      await begin('BeginSession', call, { userId, sender: childCommand(sender, 'session') });
      return () => loadUserView(findUser, userId);
    }),

    route(accountEndpoints.signIn, async (call) => {
      const { request, sender } = call;
      const { email, password } = call.body;
      const userId = await emails.findOwner(email);
      const isCorrect = await limits.login(email, getClientAddress(request), (begin) =>
        credentials.authenticate({ userId, password }, sender, begin),
      );
      if (!isCorrect || userId === null) throw new HttpError(401, 'Incorrect email or password');
      await begin('SignIn', call, { userId, sender });
      return () => loadUserView(findUser, userId);
    }),

    // Succeeds without a session as well: the caller is already signed out.
    route(accountEndpoints.signOut, async ({ request, response, sender }) => {
      const session = await sessions.findByRequest(request);
      if (session === null) return;
      const { userId } = session;
      await sessions.end(request, response);
      const signOut = { type: 'SignOut', data: { userId } } as const;
      await handle(access, accessStream(userId), signOut, { ...sender, actor: userId });
    }),
  ];
}

/** The user as answered after a write. Throws HttpError 401 for a user who was deleted in between. */
export async function loadUserView(findUser: FindUser, userId: string): Promise<UserView> {
  const user = await findUser(userId);
  if (!user) throw new HttpError(401, 'You are not signed in');
  return toUserView(user);
}
