import { deleteAccountBody, type OwnData } from '#domain/user/own.contract.ts';
import { userPaths } from '#domain/user/contract.ts';
import type { UserDoc } from '#projections/users.ts';
import { addressOf } from '../http/address.ts';
import type { Limits } from '../http/limits.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { Sessions } from '../http/sessions.ts';
import type { EraseUser } from '../privacy/deletion.ts';
import type { Clock } from '../time/clock.ts';
import type { Credentials } from './credentials.ts';

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
