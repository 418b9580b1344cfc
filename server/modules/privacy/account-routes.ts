import { accountDataEndpoints, type AccountDataExport } from '#domain/account-data.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import { getClientAddress } from '#server/platform/http/middleware/client-address.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Credentials } from '#server/modules/users/index.ts';
import { userEndpoints } from '#domain/user/admin.contract.ts';
import type { EraseUser } from './erase-user.ts';

export type AccountDataDeps = {
  clock: Clock;
  limits: Pick<RateLimits, 'login'>;
  sessions: Pick<Sessions, 'end'>;
  credentials: Pick<Credentials, 'verifyCurrentPassword'>;
  eraseUser: EraseUser;
  ownData: (user: UserDoc) => Promise<AccountDataExport>;
};

/** How users download their data and delete their account. */
export function accountDataRoutes(deps: AccountDataDeps): Route[] {
  const { clock, limits, sessions, credentials, eraseUser, ownData } = deps;

  return [
    route(accountDataEndpoints.downloadOwnData, async ({ response, user }) => {
      const day = clock().toISOString().slice(0, 'yyyy-MM-dd'.length);
      const data = await ownData(user);
      response.setHeader('Content-Disposition', `attachment; filename="off-market-scout-data-${day}.json"`);
      return data;
    }),

    route(accountDataEndpoints.deleteAccount, async ({ request, response, user, body, sender }) => {
      const attempt = { userId: user.id, password: body.currentPassword };
      const isCorrect = await limits.login(user.email, getClientAddress(request), (begin) =>
        credentials.verifyCurrentPassword(attempt, begin),
      );
      if (!isCorrect) throw new HttpError(400, 'Current password is incorrect');
      await eraseUser(user.id, sender);
      await sessions.end(request, response);
    }),
  ];
}

/** How full admins delete the account of another user. */
export function erasureRoutes({ eraseUser }: { eraseUser: EraseUser }): Route[] {
  return [
    route(userEndpoints.deleteUser, async ({ params: { id }, user, sender }) => {
      if (id === user.id) throw new HttpError(403, 'You cannot delete your own account');
      await eraseUser(id, sender);
    }),
  ];
}
