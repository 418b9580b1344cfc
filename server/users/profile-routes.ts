import { Rejected } from '#domain/decider.ts';
import { credentialsBody, filtersBody, userPaths } from '#domain/user/contract.ts';
import { user as users } from '#domain/user/decider.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Context } from '../context.ts';
import { addressOf } from '../http/address.ts';
import { Problem } from '../http/problem.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { inTurn } from '../time/in-turn.ts';
import type * as z from 'zod';
import { changeEmail, changePassword, isCurrent, isDone } from './credentials.ts';
import { viewOf } from './routes.ts';

type CredentialsCall = Call<z.infer<typeof credentialsBody>, UserDoc>;

/** What users change of themselves. */
export function profileRoutes(context: Context): Route[] {
  const { handle, caughtUp } = context;
  // Of two that begin with the same password, one alone may say that its new one holds.
  const oneByOne = inTurn();

  return [
    route(
      { method: 'patch', path: userPaths.profile, access: 'signed-in', status: 200, body: filtersBody },
      async ({ user, body, sender }) => {
        const command = { type: 'UpdateFilters', data: { userId: user.id, changes: body } } as const;
        const { position } = await handle(users, `user-${user.id}`, command, sender).catch((error: unknown) => {
          throw namingTheLimit(error, user.maxPriceLimit);
        });
        await caughtUp(position);
        return viewOf(context, user.id);
      },
    ),

    route(
      { method: 'patch', path: userPaths.credentials, access: 'signed-in', status: 200, body: credentialsBody },
      async (call) => {
        await oneByOne(call.user.id, () => changeCredentials(context, call));
        return viewOf(context, call.user.id);
      },
    ),
  ];
}

/** The e-mail first: it is the one that can be refused. */
async function changeCredentials(
  context: Context,
  { request, user, sessionId, body, sender }: CredentialsCall,
): Promise<void> {
  const { email, password } = wanted(body, user);
  const isRepeatable = request.get('idempotency-key') !== undefined;
  if (isRepeatable && (await isDone(context, user.id, password ? 'PasswordChanged' : 'EmailChanged', sender))) return;
  if (email === null && password === null) throw new Problem(400, 'Nothing to update');
  const right = await context.limits.login(user.email, addressOf(request), (begin) =>
    isCurrent(context, { userId: user.id, password: body.currentPassword }, begin),
  );
  if (!right) throw new Problem(400, 'Current password is incorrect');
  if (email !== null) await context.caughtUp(await changeEmail(context, user, email, sender));
  if (password === null) return;
  const change = { userId: user.id, password, sessionId };
  await context.caughtUp(await changePassword(context, change, sender));
}

/** What differs from what is; an empty field keeps it. */
function wanted({ email = '', newPassword = '' }: CredentialsCall['body'], user: UserDoc) {
  return {
    email: email === '' || email === user.email ? null : email,
    password: newPassword === '' ? null : newPassword,
  };
}

/** The rules know the limit of each account; the sentence should too. */
function namingTheLimit(error: unknown, limit: number): unknown {
  if (!(error instanceof Rejected) || error.code !== 'price-above-limit') return error;
  return new Problem(400, `Max price must be at most $${limit.toLocaleString('en-US')}`);
}
