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
): Promise<Admitted> {
  const caller = access === 'anyone' ? nobody : await signedIn(context, request, response);
  if (!isSafe(request) && isForeign(request, context.config.publicUrl)) {
    throw new Problem(403, 'This request came from another site and was refused');
  }
  if (caller.user && !mayCall[access](caller.user)) throw new Problem(403, 'You are not allowed to do this');
  return caller;
}

export type Admitted = { user: UserDoc | null; sessionId: string };
const nobody: Admitted = { user: null, sessionId: '' };

const mayCall: Record<Access, (user: UserDoc) => boolean> = {
  anyone: () => true,
  'signed-in': () => true,
  admin: ({ role }) => isAnyAdmin(role),
  'full-admin': ({ role }) => isFullAdmin(role),
};

async function signedIn(context: Context, request: Request, response: Response): Promise<Admitted> {
  const session = await context.sessions.used(request, response);
  if (session === null) throw notSignedIn();
  const { userId, sessionId } = session;
  await context.limits.api(sessionId);
  const user = await currentUser(context, userId);
  if (user) return { user, sessionId };
  await context.sessions.end(request, response);
  throw notSignedIn();
}

function notSignedIn(): Problem {
  return new Problem(401, 'You are not signed in');
}
