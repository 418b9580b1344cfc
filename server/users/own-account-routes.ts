import { deleteAccountBody } from '#domain/user/own.contract.ts';
import { userPaths } from '#domain/user/contract.ts';
import { deleteUser } from '../admin/deletion.ts';
import { keepingAnAdmin } from '../admin/last-admin.ts';
import type { Context } from '../context.ts';
import { addressOf } from '../http/address.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { isCurrent } from './credentials.ts';
import { ownData } from './own-data.ts';

/** What users may do about all that is held on them: take it along, and have it thrown away. */
export function ownAccountRoutes(context: Context): Route[] {
  const whileOneRemains = keepingAnAdmin(context);

  return [
    route({ method: 'get', path: userPaths.ownData, access: 'signed-in', status: 200 }, async ({ response, user }) => {
      const day = context.clock().toISOString().slice(0, 'yyyy-MM-dd'.length);
      const data = await ownData(context, user);
      response.setHeader('Content-Disposition', `attachment; filename="off-market-scout-data-${day}.json"`);
      return data;
    }),

    route(
      { method: 'delete', path: userPaths.profile, access: 'signed-in', status: 204, body: deleteAccountBody },
      async ({ request, response, user, body, sender }) => {
        const tried = { userId: user.id, password: body.currentPassword };
        const right = await context.limits.login(user.email, addressOf(request), (begin) =>
          isCurrent(context, tried, begin),
        );
        if (!right) throw new Problem(400, 'Current password is incorrect');
        await whileOneRemains(user.id, () => deleteUser(context, user.id, sender));
        await context.sessions.end(request, response);
      },
    ),
  ];
}
