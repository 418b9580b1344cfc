import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { limitParameter, logPosition, positionParameter } from '#domain/shared/query.contract.ts';
import { userListQuery } from '#domain/user/admin.contract.ts';
import { adminUserView } from '#domain/user/contract.ts';

const momentError = 'at must be a day such as 2026-11-21, or a time in ISO 8601';
const positionError = 'position must be a whole number from 0';
const moment = {
  /** A date means the end of that day, in UTC. */
  at: z.union([z.iso.date(), z.iso.datetime({ offset: true })], momentError).optional(),
};
const text = (name: string) =>
  z
    .string(`${name} must be given once`)
    .min(1, `${name} must not be empty`)
    .max(254, `${name} must be at most 254 characters`);

export const subjectKinds = ['user', 'listing', 'announcement'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Query of `GET /api/admin/history/as-of`: one subject, and a moment (now where there is none). */
export const asOfQuery = z
  .object({
    user: text('user').optional(),
    listing: text('listing').optional(),
    announcement: z.string('announcement must be given once').optional(),
    position: positionParameter(positionError).optional(),
    ...moment,
    history: z.enum(['moments', 'all', 'none'], "history must be 'moments', 'all' or 'none'").default('moments'),
  })
  .refine((query) => subjectKinds.filter((kind) => query[kind] !== undefined).length === 1, {
    message: 'Say whose state: user, listing or announcement, one of them',
  })
  .refine(({ position, at }) => position === undefined || at === undefined, {
    message: 'Say when by a position or by a time, not both',
  });

/** An event of a subject's own history, in readable form. */
export const pastEvent = z.object({ position: z.number(), at: z.string(), type: z.string(), sentence: z.string() });
export type PastEvent = z.infer<typeof pastEvent>;

/** Position and time of each of a subject's own events, in order: both lists have the same length. */
const eventMoments = z.object({ positions: z.array(z.number()), times: z.array(z.string()) });
export type EventMoments = z.infer<typeof eventMoments>;

/** A field that an event changed; null stands for an absent value. */
export const fieldChange = z.object({ field: z.string(), before: z.json(), after: z.json() });
export type FieldChange = z.infer<typeof fieldChange>;

/**
 * A user, listing or announcement as of a moment. `event` is the last of its events by then, `changes` what that event
 * changed. `state` is null before the first event and after a deletion; `moments` or `history` is present as requested.
 */
export const asOfAnswer = z.object({
  subject: z.object({ kind: z.enum(subjectKinds), id: z.string(), name: z.string() }),
  status: z.enum(['not yet', 'there', 'deleted']),
  event: pastEvent.nullable(),
  state: z.record(z.string(), z.json()).nullable(),
  changes: z.array(fieldChange),
  previous: z.number().nullable(),
  next: z.number().nullable(),
  total: z.number(),
  moments: eventMoments.optional(),
  history: z.array(pastEvent).optional(),
});
export type AsOfAnswer = z.infer<typeof asOfAnswer>;

/** Body of `POST /api/admin/history/members`. */
export const membersAsOfBody = z
  .object({ at: moment.at, position: logPosition(positionError).optional() })
  .refine(({ position, at }) => (position === undefined) !== (at === undefined), {
    message: 'Say as of when: a day or time as at, or a position',
  });

/**
 * The member table of a moment, while it is built and after. `percent` is whole; `total` counts the users at that
 * moment.
 */
export const membersAsOf = z.object({
  id: z.string(),
  state: z.enum(['building', 'ready', 'failed']),
  percent: z.number(),
  /** The requested moment. */
  asked: z.string(),
  /** The last event of the log by then; null where there was none, or while it is searched for. */
  position: z.number().nullable(),
  at: z.string().nullable(),
  total: z.number().nullable(),
});
export type MembersAsOf = z.infer<typeof membersAsOf>;

const forAuditors = { access: 'full-admin' } as const;

/** The state at any moment of the past. */
export const pointInTimeEndpoints = defineEndpoints('History', {
  getAsOf: {
    ...forAuditors,
    method: 'get',
    path: '/api/admin/history/as-of',
    maxAtOnce: 4,
    query: asOfQuery,
    response: asOfAnswer,
    errors: [404],
  },
  buildMembersAsOf: {
    ...forAuditors,
    method: 'post',
    path: '/api/admin/history/members',
    status: 201,
    body: membersAsOfBody,
    response: membersAsOf,
  },
  getMembersAsOf: { ...forAuditors, method: 'get', path: '/api/admin/history/members/:id', response: membersAsOf },
  removeMembersAsOf: { ...forAuditors, method: 'delete', path: '/api/admin/history/members/:id', status: 204 },
  listMembersAsOf: {
    ...forAuditors,
    method: 'get',
    path: '/api/admin/history/members/:id/rows',
    query: z.object({ limit: limitParameter().default(50), ...userListQuery }),
    response: z.array(adminUserView),
    errors: [409],
  },
});
