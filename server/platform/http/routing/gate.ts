import type { Request, Response } from 'express';
import { isAnyAdmin, isFullAdmin } from '#domain/user/permissions.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Limits } from '../middleware/limits.ts';
import { isForeign, isSafe } from '../session/origin.ts';
import { Problem } from '../middleware/problem.ts';
import type { Access, Route } from './route.ts';
import type { Sessions } from '../session/sessions.ts';

export type GateDeps = {
  config: Pick<Config, 'publicUrl'>;
  sessions: Pick<Sessions, 'used' | 'end'>;
  limits: Pick<Limits, 'api'>;
  /** A user as of now; null for one who is deleted. */
  findUser: (id: string) => Promise<UserDoc | null>;
};

/**
 * Whether a request may go through a route, and as whom: null where anyone may. Throws Problem 401 for nobody, 429
 * for too many requests of one session, 403 for a page of another site or a role that is not enough.
 */
export async function admitted(
  { access }: Pick<Route, 'access'>,
  deps: GateDeps,
  request: Request,
  response: Response,
): Promise<Admitted> {
  const caller = access === 'anyone' ? nobody : await signedIn(deps, request, response);
  refuseForeign(request, deps.config);
  if (caller.user && !mayCall[access](caller.user)) throw new Problem(403, 'You are not allowed to do this');
  return caller;
}

/** Throws Problem 403 for a request by which a page of another site would change something. */
export function refuseForeign(request: Request, { publicUrl }: GateDeps['config']): void {
  if (isSafe(request) || !isForeign(request, publicUrl)) return;
  throw new Problem(403, 'This request came from another site and was refused');
}

export type Admitted = { user: UserDoc | null; sessionId: string };
const nobody: Admitted = { user: null, sessionId: '' };

const mayCall: Record<Access, (user: UserDoc) => boolean> = {
  anyone: () => true,
  'signed-in': () => true,
  admin: ({ role }) => isAnyAdmin(role),
  'full-admin': ({ role }) => isFullAdmin(role),
};

async function signedIn(deps: GateDeps, request: Request, response: Response): Promise<Admitted> {
  const session = await deps.sessions.used(request, response);
  if (session === null) throw notSignedIn();
  const { userId, sessionId } = session;
  await deps.limits.api(sessionId);
  const user = await deps.findUser(userId);
  if (user) return { user, sessionId };
  await deps.sessions.end(request, response);
  throw notSignedIn();
}

function notSignedIn(): Problem {
  return new Problem(401, 'You are not signed in');
}
