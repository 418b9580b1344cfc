import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { listingView } from '#domain/listing/contract.ts';
import { sellerContact } from '#domain/owner-offer/contract.ts';
import { credentialsBody, roles, savedListing, userView, userViews } from '#domain/user/contract.ts';
import { savedFilters } from '#domain/user/filters.contract.ts';
import { savedSearch } from '#domain/user/searches.contract.ts';

export const deleteAccountBody = credentialsBody.pick({ currentPassword: true });
export type DeleteAccountRequest = z.infer<typeof deleteAccountBody>;

/** One event that names the member, as a sentence that contains no data of other users. Times are ISO 8601. */
const accountDataEvent = z.object({ at: z.string(), type: z.string(), sentence: z.string(), data: z.unknown() });
export type AccountDataEvent = z.infer<typeof accountDataEvent>;

const payment = z.object({ customerId: z.string().nullable(), standing: z.string() });

/** All data stored about the signed-in user. */
export const accountDataExport = z.object({
  madeAt: z.string(),
  account: userView
    .pick({ id: true, email: true, mustChangePassword: true })
    .extend({ role: z.enum(roles), registeredAt: z.string() }),
  membership: userView
    .pick({ membershipStatus: true, memberSince: true, maxPriceLimit: true, requestedHigherLimit: true })
    .extend({ payments: z.array(payment) }),
  filters: savedFilters,
  /** Besides the filters, which are the first search. */
  searches: z.array(savedSearch),
  savedListings: z.array(savedListing),
  /** All that the member was alerted of, with their marks. */
  listings: z.array(listingView),
  /** When each was last renewed, null where unknown. */
  sessions: z.array(z.object({ lastRenewedAt: z.string().nullable() })),
  signIns: z.array(z.object({ at: z.string(), type: z.string() })),
  /** Links to listings that have not ended. */
  shares: z.array(z.object({ listingId: z.string(), expiresAt: z.string() })),
  /** Browsers with a push subscription, by the push service that delivers the message. */
  devices: z.array(z.object({ service: z.string(), since: z.string() })),
  /** Linked chats and webhooks. */
  channels: z.array(z.object({ channel: z.string(), target: z.string(), since: z.string() })),
  /** Whether mail to the address bounced permanently. */
  mailsReturned: z.array(z.object({ status: z.string(), at: z.string() })),
  mailsWaiting: z.array(z.object({ about: z.string(), createdAt: z.string(), state: z.string() })),
  /** The contact data that the member gave as a seller, by the offers that contain their address. */
  offers: z.array(sellerContact.extend({ listingId: z.string(), keptAt: z.string() })),
  history: z.array(accountDataEvent),
});
export type AccountDataExport = z.infer<typeof accountDataExport>;

export const accountDataEndpoints = defineEndpoints('Account', {
  downloadOwnData: {
    method: 'get',
    path: '/api/profile/data',
    maxAtOnce: 4,
    access: 'signed-in',
    response: accountDataExport,
  },
  deleteAccount: {
    method: 'delete',
    path: '/api/profile',
    access: 'signed-in',
    status: 204,
    body: deleteAccountBody,
    errors: [429],
    waitsFor: userViews,
  },
});
