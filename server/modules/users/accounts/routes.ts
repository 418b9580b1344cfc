import type { Request, Response } from 'express';
import { accessStream } from '#domain/event-catalog/streams.ts';
import { access } from '#domain/sign-in/decider.ts';
import type { SignInFactor } from '#domain/sign-in/events.ts';
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
import { isProtected } from '../second-factor/factors.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { StepTokens } from '../second-factor/step-token.ts';
import type { ChangeDeps, FindUser } from './deps.ts';
import type { EmailRegistry } from './email-registry.ts';
import type { NewUser, RegistrationResult } from './registration.ts';

export type AccountDeps = ChangeDeps & {
  sessions: Pick<Sessions, 'begin' | 'end' | 'findByRequest'>;
  limits: Pick<RateLimits, 'register' | 'login'>;
  emails: Pick<EmailRegistry, 'findOwner'>;
  credentials: Pick<Credentials, 'authenticate'>;
  secondFactors: Pick<SecondFactors, 'load'>;
  stepTokens: Pick<StepTokens, 'create'>;
  beginSession: BeginSession;
  /** Throws Rejected 'email-taken'. */
  register: (person: NewUser, sender: CommandMetadata) => Promise<RegistrationResult>;
};

export type BegunCall = { request: Request; response: Response; sender: CommandMetadata };
/** Records a session with its browser, and begins it; durable when it resolves. */
export type BeginSession = (
  type: 'SignIn' | 'BeginSession',
  call: BegunCall,
  user: { userId: string; factor?: SignInFactor },
) => Promise<void>;

export function createBeginSession({ handle, sessions }: Pick<AccountDeps, 'handle' | 'sessions'>): BeginSession {
  return async (type, { request, response, sender }, { userId, ...how }) => {
    const session = { userId, sessionId: childCommand(sender, 'session').commandId };
    const data = { ...session, ...how, ...(await readOrigin(request)) };
    const command = type === 'SignIn' ? sender : { ...childCommand(sender, 'session'), isNew: true };
    await handle(access, accessStream(userId), { type, data }, { ...command, actor: userId });
    await sessions.begin(request, response, session);
  };
}

/** Registration, sign-in, sign-out, and the signed-in user. */
export function accountRoutes(deps: AccountDeps): Route[] {
  const { sessions, limits, emails, credentials, register, handle, findUser } = deps;
  const { secondFactors, stepTokens, beginSession } = deps;

  return [
    route(accountEndpoints.getCurrentUser, ({ user }) => toUserView(user)),

    route(accountEndpoints.register, async (call) => {
      const { request, body, sender } = call;
      await limits.register(getClientAddress(request));
      await assertUncommonChoice(body.password, body.email);
      const { userId } = await register({ ...body, role: 'none' }, sender);
      await beginSession('BeginSession', call, { userId });
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
      const { app, passkeys } = await secondFactors.load(userId);
      if (isProtected({ app, passkeys })) {
        call.response.status(202);
        return { token: stepTokens.create(userId), hasApp: app !== null, hasPasskey: passkeys.length > 0 };
      }
      await beginSession('SignIn', call, { userId });
      return () => loadUserView(findUser, userId);
    }),

    // Succeeds without a session as well: the caller is already signed out.
    route(accountEndpoints.signOut, async ({ request, response, sender }) => {
      const session = await sessions.findByRequest(request);
      if (session === null) return undefined;
      const { userId } = session;
      const signOut = { type: 'SignOut', data: { userId } } as const;
      await handle(access, accessStream(userId), signOut, { ...sender, actor: userId });
      // Directly before the answer: an answer that came later would remove the cookie of a sign-in that follows.
      return () => sessions.end(request, response);
    }),
  ];
}

/** The user as answered after a write. Throws HttpError 401 for a user who was deleted in between. */
export async function loadUserView(findUser: FindUser, userId: string): Promise<UserView> {
  const user = await findUser(userId);
  if (!user) throw new HttpError(401, 'You are not signed in');
  return toUserView(user);
}
