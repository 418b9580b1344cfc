import type { SignInFactor } from '#domain/sign-in/events.ts';
import { securityEndpoints } from '#domain/sign-in/second-factor.contract.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { type BeginSession, type BegunCall, loadUserView } from '../accounts/routes.ts';
import type { FindUser } from '../accounts/deps.ts';
import { createUnverifiedError } from '../second-factor/ceremonies.ts';
import { countAttempt, proveByCode } from '../second-factor/prove-identity.ts';
import type { SecurityDeps } from './routes.ts';
import type { StepTokens } from '../second-factor/step-token.ts';

type SecondStepDeps = Pick<SecurityDeps, 'handle' | 'secondFactors' | 'passkeyCeremonies'> & {
  limits: Pick<RateLimits, 'login' | 'ceremony'>;
  findUser: FindUser;
  stepTokens: StepTokens;
  beginSession: BeginSession;
};

const stepEnded = 'This took too long. Enter your email and password again.';
const wrongCode = 'The code is wrong, or it was used already';

/** A sign-in by a second factor after the password, or by a passkey alone. */
export function secondStepRoutes(deps: SecondStepDeps): Route[] {
  const { stepTokens, passkeyCeremonies, findUser, beginSession } = deps;
  const signIn = async (call: BegunCall, userId: string, factor: SignInFactor) => {
    await beginSession('SignIn', call, { userId, factor });
    return () => loadUserView(findUser, userId);
  };
  return [
    route(securityEndpoints.signInByCode, async (call) => {
      const { token, code } = call.body;
      const userId = stepTokens.read(token);
      if (userId === null) throw new HttpError(401, stepEnded);
      const from = getClientAddress(call.request);
      const factor = await proveByCode(deps, { userId, code, from }, call.sender);
      if (factor === null) throw new HttpError(401, wrongCode);
      return signIn(call, userId, factor);
    }),

    route(securityEndpoints.beginPasskeySignIn, async ({ request, body: { token } }) => {
      await deps.limits.ceremony(getClientAddress(request));
      const userId = token === undefined ? null : stepTokens.read(token);
      if (token !== undefined && userId === null) throw new HttpError(401, stepEnded);
      return passkeyCeremonies.beginUse(request, 'sign-in', userId);
    }),

    route(securityEndpoints.signInByPasskey, async (call) => {
      const { request, body } = call;
      const attempt = () => passkeyCeremonies.use(request, 'sign-in', body);
      const userId = await countAttempt(deps.limits, { key: 'passkeys', from: getClientAddress(request) }, attempt);
      if (userId === null || (await findUser(userId)) === null) throw createUnverifiedError(401);
      return signIn(call, userId, 'passkey');
    }),
  ];
}
