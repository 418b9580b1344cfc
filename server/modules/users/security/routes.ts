import { securityEndpoints, type SecurityView } from '#domain/sign-in/second-factor.contract.ts';
import { isAnyAdmin } from '#domain/user/permissions.ts';
import type { UserDoc } from '#projections/users.ts';
import type { CommandHandler } from '#server/platform/commands/command-handler.ts';
import type { Config } from '#server/platform/config/config.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { type RouteCall, type Route, route } from '#server/platform/http/routing/route.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import type { Credentials } from '../accounts/credentials.ts';
import type { FindUser } from '../accounts/deps.ts';
import { createUnverifiedError, type PasskeyCeremonies } from '../second-factor/ceremonies.ts';
import { proveByCode, resetSecondFactors } from '../second-factor/prove-identity.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';

export type SecurityDeps = {
  handle: CommandHandler;
  findUser: FindUser;
  secondFactors: SecondFactors;
  passkeyCeremonies: PasskeyCeremonies;
  credentials: Pick<Credentials, 'verifyCurrentPassword'>;
  sessions: Pick<Sessions, 'prove'>;
  limits: Pick<RateLimits, 'login' | 'change'>;
  config: Pick<Config, 'adminSecondFactor'>;
};

export const wrongCode = 'The code is wrong, or it was used already. Enter the current one.';

/** What protects the account of a user, and fresh proofs. */
export function securityRoutes(deps: SecurityDeps): Route[] {
  const { secondFactors, passkeyCeremonies, findUser } = deps;

  return [
    route(securityEndpoints.getSecurity, ({ user }) => presentSecurity(deps, user)),

    route(securityEndpoints.beginPasskeyProof, async ({ request, user }) => {
      if ((await secondFactors.load(user.id)).passkeys.length === 0)
        throw new HttpError(409, 'This account has no passkey');
      return passkeyCeremonies.beginUse(request, 'prove', user.id);
    }),

    route(securityEndpoints.checkProof, () => Promise.resolve()),

    route(securityEndpoints.prove, async (call) => {
      await assertProof(deps, call);
      await deps.sessions.prove(call.request, call.response);
    }),

    route(securityEndpoints.resetSecondFactor, async ({ params: { id }, user, sender }) => {
      if (id === user.id) throw new HttpError(409, 'Remove your own second factors under Security on your profile');
      if ((await findUser(id)) === null) throw new HttpError(404, 'No such user');
      if (!(await resetSecondFactors(deps, id, sender))) throw new HttpError(409, 'This user has no second factor');
    }),
  ];
}

async function presentSecurity({ secondFactors, config }: SecurityDeps, user: UserDoc): Promise<SecurityView> {
  const { app, recoveryHashes, passkeys } = await secondFactors.load(user.id);
  return {
    hasApp: app !== null,
    recoveryCodesLeft: recoveryHashes.length,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    isRequired: config.adminSecondFactor === 'required' && isAnyAdmin(user.role),
  };
}

/** Throws HttpError 400 for a wrong proof, and 429 after too many. */
async function assertProof(
  deps: SecurityDeps,
  { request, user, body, sender }: RouteCall<typeof securityEndpoints.prove>,
): Promise<void> {
  const { id: userId, email } = user;
  const from = getClientAddress(request);
  if ('password' in body) {
    if (await deps.secondFactors.has(userId))
      throw new HttpError(400, 'This account has a second factor: confirm with a code or a passkey');
    const { password } = body;
    const verify = (begin: () => Promise<void>) => deps.credentials.verifyCurrentPassword({ userId, password }, begin);
    if (!(await deps.limits.login(email, from, verify))) throw new HttpError(400, 'The password is wrong');
  } else if ('code' in body) {
    const factor = await proveByCode(deps, { userId, code: body.code, from }, sender);
    if (factor === null) throw new HttpError(400, wrongCode);
  } else if ((await deps.passkeyCeremonies.use(request, 'prove', body)) !== userId) throw createUnverifiedError();
}

/** Returns what says whether an admin may open the pages of admins: not without a second factor where it is required. */
export function createIsAdminAllowed({ secondFactors, config }: Pick<SecurityDeps, 'secondFactors' | 'config'>) {
  return async (userId: string): Promise<boolean> =>
    config.adminSecondFactor !== 'required' || (await secondFactors.has(userId));
}
