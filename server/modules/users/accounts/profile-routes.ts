import { userStream } from '#domain/event-catalog/streams.ts';
import { Rejected } from '#domain/shared/decider.ts';
import { accountEndpoints } from '#domain/user/contract.ts';
import { user as users } from '#domain/user/decider.ts';
import type { UserDoc } from '#projections/users.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type RouteCall, type Route, route } from '#server/platform/http/routing/route.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { assertUncommonChoice } from '../passwords/common-passwords.ts';
import type { Credentials } from './credentials.ts';
import type { ChangeDeps } from './deps.ts';
import { loadUserView } from './routes.ts';

export type ProfileDeps = ChangeDeps & {
  limits: Pick<RateLimits, 'login' | 'change'>;
  credentials: Pick<Credentials, 'changeEmail' | 'changePassword' | 'verifyCurrentPassword' | 'wasAlreadyApplied'>;
};

type CredentialsCall = RouteCall<typeof accountEndpoints.updateCredentials>;

/** What users change in their own profile. */
export function profileRoutes(deps: ProfileDeps): Route[] {
  const { handle, findUser, limits } = deps;
  // Of two concurrent changes that send the same current password, only one may succeed.
  const userMutex = createKeyedMutex();

  return [
    route(accountEndpoints.updateProfile, async ({ user, body, sender }) => {
      await limits.change(user.id);
      const command = { type: 'UpdateFilters', data: { userId: user.id, changes: body } } as const;
      await handle(users, userStream(user.id), command, sender).catch((error: unknown) => {
        throw explainPriceLimit(error, user.maxPriceLimit);
      });
      return () => loadUserView(findUser, user.id);
    }),

    route(accountEndpoints.updateCredentials, async (call) => {
      await limits.change(call.user.id);
      await userMutex(call.user.id, () => changeCredentials(deps, call));
      return () => loadUserView(findUser, call.user.id);
    }),

    route(accountEndpoints.requestHigherLimit, async ({ user, sender }) => {
      await limits.change(user.id);
      const command = { type: 'RequestHigherLimit', data: { userId: user.id } } as const;
      await handle(users, userStream(user.id), command, sender);
      return () => loadUserView(findUser, user.id);
    }),
  ];
}

async function changeCredentials({ credentials, limits }: ProfileDeps, call: CredentialsCall): Promise<void> {
  const { request, user, body, sender } = call;
  const { email, password } = diffCredentials(body, user);
  const isRepeatable = request.get('idempotency-key') !== undefined;
  if (
    isRepeatable &&
    (await credentials.wasAlreadyApplied(user.id, password ? 'PasswordChanged' : 'EmailChanged', sender))
  )
    return;
  if (email === null && password === null) throw new HttpError(400, 'Nothing to update');
  const isCorrect = await limits.login(user.email, getClientAddress(request), (begin) =>
    credentials.verifyCurrentPassword({ userId: user.id, password: body.currentPassword }, begin),
  );
  if (!isCorrect) throw new HttpError(400, 'Current password is incorrect');
  if (password !== null) await assertUncommonChoice(password, email ?? user.email);
  await applyChange(credentials, call, { email, password });
}

/** The email comes first, because only that change can be refused. */
async function applyChange(
  credentials: ProfileDeps['credentials'],
  { user, sessionKey, sender }: Pick<CredentialsCall, 'user' | 'sessionKey' | 'sender'>,
  { email, password }: ReturnType<typeof diffCredentials>,
): Promise<void> {
  if (email !== null) await credentials.changeEmail(user.id, email, sender);
  if (password !== null) await credentials.changePassword({ userId: user.id, password, sessionKey }, sender);
}

/** The fields that differ from the present values; an empty field keeps its value. */
function diffCredentials({ email = '', newPassword = '' }: CredentialsCall['body'], user: UserDoc) {
  return {
    email: email === '' || email === user.email ? null : email,
    password: newPassword === '' ? null : newPassword,
  };
}

/** Puts the limit of the account into the message. */
export function explainPriceLimit(error: unknown, limit: number): unknown {
  if (!(error instanceof Rejected) || error.code !== 'price-above-limit') return error;
  return new HttpError(400, `Max price must be at most $${limit.toLocaleString('en-US')}`);
}
