import * as z from 'zod';
import { channelView } from '#domain/alert/channels.contract.ts';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { cleanForeignText } from '#domain/shared/foreign-text.contract.ts';
import { knownPrice } from '#domain/shared/money.contract.ts';
import { pagingQuery } from '#domain/shared/query.contract.ts';
import { workflowLogEntry } from '#domain/workflow-log/contract.ts';
import { adminUserView } from '#domain/user/contract.ts';
import { searchView } from '#domain/user/searches.contract.ts';

export const maxNoteLength = 2000;

/** An admin's own note about a user. `author` is an address, null for a user who was deleted. */
const adminNote = z.object({ id: z.string(), text: z.string(), at: z.string(), author: z.string().nullable() });
export type AdminNote = z.infer<typeof adminNote>;

const noteError = `A note must be at most ${maxNoteLength.toLocaleString('en-US')} characters`;
export const adminNoteBody = z.object({
  text: z
    .string('A note must be text')
    .overwrite(cleanForeignText)
    .trim()
    .min(1, 'Enter a note')
    .max(maxNoteLength, noteError),
});

const payment = z.object({ id: z.string(), customerId: z.string().nullable(), standing: z.string() });
export type UserPayment = z.infer<typeof payment>;

/** What admins see of one user; `payments` and `log` are for full admins. Times are ISO 8601. */
export const userDetails = z.object({
  user: adminUserView,
  registeredAt: z.string(),
  /** The first one, which are the filters of the user, and the further ones. */
  searches: z.array(searchView),
  /** The channels of this server, as the user has set them up. */
  channels: z.array(channelView.omit({ target: true })),
  /** Browsers with notifications, by their push service. */
  devices: z.array(z.object({ service: z.string(), since: z.string() })),
  /** Newest first. */
  notes: z.array(adminNote),
  payments: z.array(payment).optional(),
  /** The newest lines that name the user; null while the history is being indexed. */
  log: z.array(workflowLogEntry).nullable().optional(),
});
export type UserDetails = z.infer<typeof userDetails>;

/**
 * The outcome of an alert on one channel. `sent`: nothing is pending or failed, and the channel has been set up since
 * then. `reason` says why it failed.
 */
const outcome = channelView.pick({ channel: true }).extend({
  state: z.enum(['sent', 'pending', 'failed', 'off']),
  reason: z.string().nullable(),
});
export type ChannelOutcome = z.infer<typeof outcome>;

/** The newest alert of a listing to a user. */
export const userAlert = z.object({
  listingId: z.string(),
  title: z.string(),
  ...knownPrice.shape,
  sentAt: z.string(),
  isPriceDrop: z.boolean(),
  outcomes: z.array(outcome),
});
export type UserAlert = z.infer<typeof userAlert>;

const oneUser = { access: 'admin', errors: [404] } as const;

export const userDetailsEndpoints = defineEndpoints('Users', {
  getUserDetails: { ...oneUser, method: 'get', path: '/api/admin/users/:id', response: userDetails },
  listUserAlerts: {
    ...oneUser,
    method: 'get',
    path: '/api/admin/users/:id/alerts',
    query: z.object(pagingQuery),
    response: z.array(userAlert),
  },
  addAdminNote: {
    ...oneUser,
    method: 'post',
    path: '/api/admin/users/:id/notes',
    status: 201,
    errors: [404, 409],
    body: adminNoteBody,
    response: adminNote,
    waitsFor: ['workflow-log'],
  },
  removeAdminNote: {
    ...oneUser,
    method: 'delete',
    path: '/api/admin/users/:id/notes/:noteId',
    status: 204,
    waitsFor: ['workflow-log'],
  },
});
