import { adminPaths, roleBody } from '#domain/user/admin.contract.ts';
import type { Context } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { currentUser } from '../users/current-user.ts';
import { changedUser, noSuchUser } from './changed.ts';
import { deleteUser } from './deletion.ts';
import { keepingAnAdmin } from './last-admin.ts';
import { revealPassword } from './reveal.ts';
import { idIn } from './user-routes.ts';

/** What full admins do to an account itself: its role, its end, and a look at its password. */
export function accountRoutes(context: Context): Route[] {
  const whileOneRemains = keepingAnAdmin(context);

  const roles = route(
    { method: 'patch', path: adminPaths.role(':id'), access: 'full-admin', status: 200, body: roleBody },
    ({ request, user, body: { role }, sender }) => {
      const userId = idIn(request);
      if (userId === user.id) throw new Problem(403, 'You cannot change your own role');
      const change = () => changedUser(context, user, { type: 'ChangeRole', data: { userId, role } }, sender);
      return role === 'full' ? change() : whileOneRemains(userId, change);
    },
  );

  const deletion = route(
    { method: 'delete', path: adminPaths.user(':id'), access: 'full-admin', status: 204 },
    async ({ request, user, sender }) => {
      const userId = idIn(request);
      if (userId === user.id) throw new Problem(403, 'You cannot delete your own account');
      await whileOneRemains(userId, () => deleteUser(context, userId, sender));
    },
  );

  const reveal = route(
    { method: 'post', path: adminPaths.reveal(':id'), access: 'full-admin', status: 200 },
    async ({ request, user, sender }) => {
      await context.limits.reveal(user.id);
      const subject = await currentUser(context, idIn(request));
      if (!subject) throw noSuchUser();
      return { password: await revealPassword(context, subject.id, sender) };
    },
  );

  return [roles, deletion, ...(context.config.passwordReveal === 'off' ? [] : [reveal])];
}
