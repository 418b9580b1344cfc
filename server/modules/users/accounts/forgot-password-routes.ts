import { accountEndpoints } from '#domain/user/contract.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { PasswordRequests } from './forgot-password.ts';

export type ForgotPasswordDeps = {
  limits: Pick<RateLimits, 'forgot'>;
  passwordRequests: Pick<PasswordRequests, 'take'>;
};

/** The same answer for every address, whether the account exists or not. */
const confirmation = { message: 'If this email belongs to an account, a temporary password is on its way to it.' };

/** Requests for a temporary password. */
export function forgotPasswordRoutes({ limits, passwordRequests }: ForgotPasswordDeps): Route[] {
  return [
    route(accountEndpoints.requestTemporaryPassword, async ({ request, body: { email }, sender }) => {
      await limits.forgot(getClientAddress(request));
      await passwordRequests.take(email, sender);
      return confirmation;
    }),
  ];
}
