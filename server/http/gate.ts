import type { Request, Response } from 'express';
import { isAnyAdmin, isFullAdmin } from '#domain/user/permissions.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Context } from '../context.ts';
import { currentUser } from '../users/current-user.ts';
import { isForeign, isSafe } from './origin.ts';
import { Problem } from './problem.ts';
import type { Access, Route } from './route.ts';

/**
 * Whether a request may go through a route, and as whom: null where anyone may. Throws Problem 401 for nobody, 429
 * for too many requests of one session, 403 for a page of another site or a role that is not enough.
 */
export async function admitted(
  { access }: Pick<Route, 'access'>,
  context: Context,
  request: Request,
  response: Response,
): Promise<UserDoc | null> {
  const user = access === 'anyone' ? null : await signedIn(context, request, response);
  if (!isSafe(request) && isForeign(request, context.config.publicUrl)) {
    throw new Problem(403, 'This request came from another site and was refused');
  }
  if (user && !mayCall[access](user)) throw new Problem(403, 'You are not allowed to do this');
  return user;
}

const mayCall: Record<Access, (user: UserDoc) => boolean> = {
  anyone: () => true,
  'signed-in': () => true,
  admin: ({ role }) => isAnyAdmin(role),
  'full-admin': ({ role }) => isFullAdmin(role),
};

async function signedIn(context: Context, request: Request, response: Response): Promise<UserDoc> {
  const userId = await context.sessions.userOf(request, response);
  if (userId === null) throw notSignedIn();
  await context.limits.api(request.sessionID);
  const user = await currentUser(context, userId);
  if (user) return user;
  await context.sessions.end(request, response);
  throw notSignedIn();
}

function notSignedIn(): Problem {
  return new Problem(401, 'You are not signed in');
}
