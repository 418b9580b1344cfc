import { randomBytes, randomUUID } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import type { ViewReader } from '#projections/store/port.ts';
import { createUserDoc, users } from '#projections/users.ts';
import { isSameSecret } from '#server/lib/network/is-same-secret.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';

/** The user of a copy: the log contains no credentials, so no user of the copy can sign in. */
export const auditor = createUserDoc(
  { userId: 'auditor', email: 'Auditor of this copy', role: 'full' },
  '1970-01-01T00:00:00.000Z',
);

/** The views, with an auditor added to the users: found by id, and in no list. */
export function withAuditor(views: ViewReader): ViewReader {
  return {
    ...views,
    // The only document that is read by this view and id is a user.
    get: <D extends { id: string }>(view: string, id: string) =>
      view === users.view && id === auditor.id ? Promise.resolve(auditor as unknown as D) : views.get<D>(view, id),
  };
}

/** The only way to sign in: an address that opens a session for the auditor, once. */
export function createOneTimeSignIn(sessions: Sessions): { path: string; router: Router } {
  const token = randomBytes(24).toString('base64url');
  let isUsed = false;
  const open: RequestHandler = async (request, response) => {
    if (isUsed || !isSameSecret(String(request.params['token']), token)) {
      throw new HttpError(
        403,
        'This link was already used or belongs to another copy: serve the copy again for a new one',
      );
    }
    isUsed = true;
    await sessions.begin(request, response, { userId: auditor.id, sessionId: randomUUID() });
    response.set('Cache-Control', 'no-store').redirect(303, '/admin');
  };
  return { path: `/open/${token}`, router: Router().get('/open/:token', open) };
}
