import { renderSVG } from 'uqr';
import type { SecondFactorKind } from '#domain/sign-in/events.ts';
import { securityEndpoints } from '#domain/sign-in/second-factor.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { codesOf, countAttempt, recordFactor } from '../second-factor/prove-identity.ts';
import { type SecurityDeps, wrongCode } from './routes.ts';

const alreadySetUp = 'An authenticator app is set up. Remove it first to set up another one.';

type OwnCall = { user: UserDoc; sender: CommandMetadata };
type FactorChange = { type: 'SecondFactorAdded' | 'SecondFactorRemoved'; factor: SecondFactorKind };

/** The user's authenticator app, and the recovery codes. */
export function appRoutes(deps: SecurityDeps): Route[] {
  const { secondFactors, limits } = deps;
  return [
    route(securityEndpoints.beginApp, async ({ user }) => {
      if ((await secondFactors.load(user.id)).app !== null) throw new HttpError(409, alreadySetUp);
      const { secret, uri } = await secondFactors.beginApp(user.id, user.email);
      return { secret, uri, qr: renderSVG(uri) };
    }),

    route(securityEndpoints.confirmApp, async (call) => {
      const { user, body, request } = call;
      await limits.change(user.id);
      const attempt = async () => (await secondFactors.confirmApp(user.id, body.code)) || null;
      const isRight = await countAttempt(limits, { key: codesOf(user.id), from: getClientAddress(request) }, attempt);
      if (isRight === null) throw new HttpError(400, wrongCode);
      await recordChange(deps, call, { type: 'SecondFactorAdded', factor: 'authenticator app' });
      return { recoveryCodes: await issueFirstCodes(deps, call) };
    }),

    route(securityEndpoints.removeApp, async (call) => {
      if ((await secondFactors.load(call.user.id)).app === null) return;
      await limits.change(call.user.id);
      await recordChange(deps, call, { type: 'SecondFactorRemoved', factor: 'authenticator app' });
      await secondFactors.removeApp(call.user.id);
    }),

    route(securityEndpoints.renewRecoveryCodes, async (call) => {
      await limits.change(call.user.id);
      if (!(await secondFactors.has(call.user.id)))
        throw new HttpError(409, 'Set up an authenticator app or a passkey first');
      return { recoveryCodes: await issueCodes(deps, call) };
    }),
  ];
}

/** The user's passkeys. */
export function passkeyRoutes(deps: SecurityDeps): Route[] {
  const { secondFactors, passkeyCeremonies, limits } = deps;
  return [
    route(securityEndpoints.beginPasskey, ({ request, user }) => passkeyCeremonies.beginAdding(request, user)),

    route(securityEndpoints.addPasskey, async (call) => {
      await limits.change(call.user.id);
      const passkey = await passkeyCeremonies.readAdded(call.request, call.user.id, call.body);
      await recordChange(deps, call, { type: 'SecondFactorAdded', factor: 'passkey' });
      await secondFactors.putPasskey(call.user.id, passkey);
      return { recoveryCodes: await issueFirstCodes(deps, call) };
    }),

    route(securityEndpoints.removePasskey, async (call) => {
      const { passkeys } = await secondFactors.load(call.user.id);
      if (passkeys.every(({ id }) => id !== call.params.id)) throw new HttpError(404, 'No such passkey');
      await limits.change(call.user.id);
      await recordChange(deps, call, { type: 'SecondFactorRemoved', factor: 'passkey' });
      await secondFactors.removePasskey(call.user.id, call.params.id);
    }),
  ];
}

function recordChange(deps: SecurityDeps, { user, sender }: OwnCall, { type, factor }: FactorChange): Promise<void> {
  return recordFactor(deps, { type, data: { userId: user.id, factor } }, sender);
}

async function issueCodes(deps: SecurityDeps, { user, sender }: OwnCall): Promise<string[]> {
  await recordFactor(deps, { type: 'RecoveryCodesIssued', data: { userId: user.id } }, sender);
  return deps.secondFactors.issueRecoveryCodes(user.id);
}

/** The first recovery codes of an account, beside its first factor. */
async function issueFirstCodes(deps: SecurityDeps, call: OwnCall): Promise<string[]> {
  const { recoveryHashes } = await deps.secondFactors.load(call.user.id);
  return recoveryHashes.length > 0 ? [] : issueCodes(deps, call);
}
