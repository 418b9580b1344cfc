import { renderSVG } from 'uqr';
import type { FactorEvent, SecondFactorKind } from '#domain/sign-in/events.ts';
import { securityEndpoints, type SecurityView } from '#domain/sign-in/second-factor.contract.ts';
import { isAnyAdmin } from '#domain/user/permissions.ts';
import type { UserDoc } from '#projections/users.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { Config } from '#server/platform/config/config.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { type RouteCall, type Route, route } from '#server/platform/http/routing/route.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import type { Credentials } from '../accounts/credentials.ts';
import type { FindUser } from '../accounts/deps.ts';
import type { PasskeyCeremonies } from './ceremonies.ts';
import type { SecondFactors } from './factors.ts';
import { proveByCode, recordFactor } from './prove-identity.ts';

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

const wrongCode = 'The code is wrong, or it was used already. Enter the current one.';
const alreadySetUp = 'An authenticator app is set up. Remove it first to set up another one.';

/** How users protect their accounts. */
export function securityRoutes(deps: SecurityDeps): Route[] {
  const { secondFactors, passkeyCeremonies, limits, findUser } = deps;
  const record = (fact: FactorEvent, sender: CommandMetadata) => recordFactor(deps, fact, sender);
  const change = async (type: 'SecondFactorAdded' | 'SecondFactorRemoved', factor: SecondFactorKind, call: OwnCall) => {
    await limits.change(call.user.id);
    await record({ type, data: { userId: call.user.id, factor } }, call.sender);
  };
  const issueCodes = async ({ user, sender }: OwnCall): Promise<string[]> => {
    await record({ type: 'RecoveryCodesIssued', data: { userId: user.id } }, sender);
    return secondFactors.issueRecoveryCodes(user.id);
  };
  /** The first recovery codes of an account, beside its first factor. */
  const issueFirstCodes = async (call: OwnCall): Promise<string[]> => {
    const { recoveryHashes } = await secondFactors.load(call.user.id);
    return recoveryHashes.length > 0 ? [] : issueCodes(call);
  };

  return [
    route(securityEndpoints.getSecurity, ({ user }) => presentSecurity(deps, user)),

    route(securityEndpoints.beginApp, async ({ user }) => {
      if ((await secondFactors.load(user.id)).app !== null) throw new HttpError(409, alreadySetUp);
      const { secret, uri } = await secondFactors.beginApp(user.id, user.email);
      return { secret, uri, qr: renderSVG(uri) };
    }),

    route(securityEndpoints.confirmApp, async (call) => {
      const { user, body, request } = call;
      let isRight = false;
      await limits.login(`codes of ${user.id}`, getClientAddress(request), async (begin) => {
        await begin();
        isRight = await secondFactors.confirmApp(user.id, body.code);
        return isRight;
      });
      if (!isRight) throw new HttpError(400, wrongCode);
      await change('SecondFactorAdded', 'authenticator app', call);
      return { recoveryCodes: await issueFirstCodes(call) };
    }),

    route(securityEndpoints.removeApp, async (call) => {
      if ((await secondFactors.load(call.user.id)).app === null) return;
      await change('SecondFactorRemoved', 'authenticator app', call);
      await secondFactors.removeApp(call.user.id);
    }),

    route(securityEndpoints.renewRecoveryCodes, async (call) => {
      await limits.change(call.user.id);
      if (!(await secondFactors.has(call.user.id)))
        throw new HttpError(409, 'Set up an authenticator app or a passkey first');
      return { recoveryCodes: await issueCodes(call) };
    }),

    route(securityEndpoints.beginPasskey, ({ request, user }) => passkeyCeremonies.beginAdding(request, user)),

    route(securityEndpoints.addPasskey, async (call) => {
      const passkey = await passkeyCeremonies.readAdded(call.request, call.user.id, call.body);
      await change('SecondFactorAdded', 'passkey', call);
      await secondFactors.putPasskey(call.user.id, passkey);
      return { recoveryCodes: await issueFirstCodes(call) };
    }),

    route(securityEndpoints.removePasskey, async (call) => {
      const { passkeys } = await secondFactors.load(call.user.id);
      if (passkeys.every(({ id }) => id !== call.params.id)) throw new HttpError(404, 'No such passkey');
      await change('SecondFactorRemoved', 'passkey', call);
      await secondFactors.removePasskey(call.user.id, call.params.id);
    }),

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
      if (!(await secondFactors.has(id))) throw new HttpError(409, 'This user has no second factor');
      await record({ type: 'SecondFactorReset', data: { userId: id } }, sender);
      await secondFactors.removeAll(id);
    }),
  ];
}

type OwnCall = { user: UserDoc; sender: CommandMetadata };

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
    const { password } = body;
    const verify = (begin: () => Promise<void>) => deps.credentials.verifyCurrentPassword({ userId, password }, begin);
    if (!(await deps.limits.login(email, from, verify))) throw new HttpError(400, 'The password is wrong');
  } else if ('code' in body) {
    const factor = await proveByCode(deps, { userId, code: body.code, from }, sender);
    if (factor === null) throw new HttpError(400, wrongCode);
  } else if ((await deps.passkeyCeremonies.use(request, 'prove', body)) !== userId)
    throw new HttpError(400, 'The passkey could not be verified. Please try again.');
}

/** Returns what says whether an admin may open the pages of admins: not without a second factor where it is required. */
export function createIsAdminAllowed({ secondFactors, config }: Pick<SecurityDeps, 'secondFactors' | 'config'>) {
  return async (userId: string): Promise<boolean> =>
    config.adminSecondFactor !== 'required' || (await secondFactors.has(userId));
}
