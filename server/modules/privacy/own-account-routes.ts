import { deleteAccountBody, type OwnData } from '#domain/account-data/own.contract.ts';
import { userPaths } from '#domain/user/contract.ts';
import type { UserDoc } from '#projections/users.ts';
import { addressOf } from '#server/platform/http/middleware/address.ts';
import type { Limits } from '#server/platform/http/middleware/limits.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import type { EraseUser } from './deletion.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Credentials } from '#server/modules/users/index.ts';

export type OwnAccountDeps = {
  clock: Clock;
  limits: Pick<Limits, 'login'>;
  sessions: Pick<Sessions, 'end'>;
  credentials: Pick<Credentials, 'isCurrent'>;
  eraseUser: EraseUser;
  ownData: (user: UserDoc) => Promise<OwnData>;
};

/** How users download their data, and delete their account. */
export function ownAccountRoutes(deps: OwnAccountDeps): Route[] {
  const { clock, limits, sessions, credentials, eraseUser, ownData } = deps;

  return [
    route({ method: 'get', path: userPaths.ownData, access: 'signed-in', status: 200 }, async ({ response, user }) => {
      const day = clock().toISOString().slice(0, 'yyyy-MM-dd'.length);
      const data = await ownData(user);
      response.setHeader('Content-Disposition', `attachment; filename="off-market-scout-data-${day}.json"`);
      return data;
    }),

    route(
      { method: 'delete', path: userPaths.profile, access: 'signed-in', status: 204, body: deleteAccountBody },
      async ({ request, response, user, body, sender }) => {
        const tried = { userId: user.id, password: body.currentPassword };
        const right = await limits.login(user.email, addressOf(request), (begin) =>
          credentials.isCurrent(tried, begin),
        );
        if (!right) throw new Problem(400, 'Current password is incorrect');
        await eraseUser(user.id, sender);
        await sessions.end(request, response);
      },
    ),
  ];
}
