import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';

/** A session of the user. `place` is a city, a state or a country; null where it is not known. Times are ISO 8601. */
export const sessionView = z.object({
  id: z.string(),
  /** 'Firefox on Windows'; null for a session that began before browsers were recorded. */
  browser: z.string().nullable(),
  place: z.string().nullable(),
  beganAt: z.string().nullable(),
  /** To within an hour. */
  lastUsedAt: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

const ownSessions = { access: 'signed-in' } as const;

export const sessionEndpoints = defineEndpoints('Account', {
  listSessions: { ...ownSessions, method: 'get', path: '/api/sessions', response: z.array(sessionView) },
  /** Ends all other sessions than the present one. */
  endOtherSessions: {
    ...ownSessions,
    method: 'delete',
    path: '/api/sessions',
    status: 204,
    waitsFor: ['workflow-log'],
  },
  endSession: {
    ...ownSessions,
    method: 'delete',
    path: '/api/sessions/:id',
    status: 204,
    errors: [404],
    waitsFor: ['workflow-log'],
  },
});
