import type { Request, Response } from 'express';
import { Rejected } from '#domain/shared/decider.ts';
import type { Clock } from '#server/lib/clock.ts';
import { proofHeader, proofLifetimeMs } from '#domain/sign-in/second-factor.contract.ts';
import { type Access, type Endpoint, holdsForQuery } from '#domain/shared/endpoint.contract.ts';
import { isAnyAdmin, isFullAdmin } from '#domain/user/permissions.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { RateLimits } from '../middleware/rate-limits.ts';
import { isCrossSite, isSafeMethod } from '../session/origin.ts';
import { HttpError } from '../middleware/http-error.ts';
import type { Sessions } from '../session/sessions.ts';

export type AuthorizeDeps = {
  config: Pick<Config, 'publicUrl'>;
  sessions: Pick<Sessions, 'findAndRenew' | 'end'>;
  limits: Pick<RateLimits, 'api'>;
  clock: Clock;
  /** False for an admin who must set up a second factor first. */
  isAdminAllowed: (userId: string) => Promise<boolean>;
  /** The present state of a user; null for a deleted one. */
  findUser: (id: string) => Promise<UserDoc | null>;
};

/**
 * Whether a request may use a route, and as which user: null where the route is public. Throws HttpError 401 without a
 * user, 429 for too many requests of one session, 403 for a page of another site or an insufficient role.
 */
export async function authorize(
  { access, needsProof }: Pick<Endpoint, 'access' | 'needsProof'>,
  deps: AuthorizeDeps,
  request: Request,
  response: Response,
): Promise<Caller> {
  const caller = access === 'anyone' ? anonymousCaller : await findSignedInCaller(deps, request, response);
  assertSameSite(request, deps.config);
  if (caller.user && roleAllows[access]?.(caller.user) === false)
    throw new HttpError(403, 'You are not allowed to do this');
  if (caller.user && roleAllows[access] && !(await deps.isAdminAllowed(caller.user.id))) throw createUnprotectedError();
  if (holdsForQuery(needsProof, request.query) && deps.clock().getTime() - caller.provenAt > proofLifetimeMs)
    throw createUnprovenError();
  return caller;
}

/** Throws HttpError 403 for a request by which a page of another site would change data. */
export function assertSameSite(request: Request, { publicUrl }: AuthorizeDeps['config']): void {
  if (isSafeMethod(request) || !isCrossSite(request, publicUrl)) return;
  throw new HttpError(403, 'This request came from another site and was refused');
}

/** `provenAt` (ms since 1970) is when the user last proved their identity. */
export type Caller = { user: UserDoc | null; sessionKey: string; provenAt: number };
const anonymousCaller: Caller = { user: null, sessionKey: '', provenAt: 0 };

function createUnprotectedError(): HttpError {
  const text = 'Admins need a second factor here. Set one up under Security on your profile.';
  return new HttpError(403, text, {}, 'second-factor-required');
}

function createUnprovenError(): HttpError {
  return new HttpError(403, 'Confirm that it is you', { [proofHeader]: '1' }, 'reauthenticate');
}

const roleAllows: Partial<Record<Access, (user: UserDoc) => boolean>> = {
  admin: ({ role }) => isAnyAdmin(role),
  'full-admin': ({ role }) => isFullAdmin(role),
};

async function findSignedInCaller(deps: AuthorizeDeps, request: Request, response: Response): Promise<Caller> {
  const session = await deps.sessions.findAndRenew(request, response);
  if (session === null) throw createNotSignedInError();
  const { userId, sessionKey, provenAt } = session;
  await deps.limits.api(sessionKey);
  const user = await deps.findUser(userId);
  if (user) return { user, sessionKey, provenAt };
  await deps.sessions.end(request, response);
  throw createNotSignedInError();
}

/** The error of a request on the caller's own account: one deleted since the request was checked is signed out. */
export function toOwnError(access: Access, error: unknown): unknown {
  const isDeleted = access === 'signed-in' && error instanceof Rejected && error.code === 'user-not-found';
  return isDeleted ? createNotSignedInError() : error;
}

function createNotSignedInError(): HttpError {
  return new HttpError(401, 'You are not signed in');
}
