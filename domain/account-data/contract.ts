import type * as z from 'zod';
import type { ListingView } from '#domain/listing/contract.ts';
import type { SellerContact } from '#domain/owner-offer/contract.ts';
import { credentialsBody, type SavedListing, type UserView } from '#domain/user/contract.ts';

/** The body of `DELETE /api/profile`. */
export const deleteAccountBody = credentialsBody.pick({ currentPassword: true });
export type DeleteAccountRequest = z.infer<typeof deleteAccountBody>;

/** One event that names the member, as a sentence that contains no data of other users. Times are ISO 8601. */
export type AccountDataEvent = { at: string; type: string; sentence: string; data: unknown };

/** The answer of `GET /api/profile/data`: all data stored about the signed-in user. */
export type AccountDataExport = {
  madeAt: string;
  account: Pick<UserView, 'id' | 'email' | 'mustChangePassword'> & { role: string; registeredAt: string };
  membership: Pick<UserView, 'membershipStatus' | 'memberSince' | 'maxPriceLimit' | 'requestedHigherLimit'> & {
    payments: { customerId: string | null; standing: string }[];
  };
  filters: Record<string, unknown>;
  savedListings: SavedListing[];
  recentListings: ListingView[];
  /** Sessions: when each was last renewed, null where unknown. */
  sessions: { lastRenewedAt: string | null }[];
  signIns: { at: string; type: string }[];
  /** Browsers with a push subscription, by the push service that delivers the message. */
  devices: { service: string; since: string }[];
  /** Whether mail to the address bounced permanently. */
  mailsReturned: { status: string; at: string }[];
  mailsWaiting: { about: string; createdAt: string; state: string }[];
  /** The contact data that the member gave as a seller, by the offers that contain their address. */
  offers: ({ listingId: string; keptAt: string } & SellerContact)[];
  history: AccountDataEvent[];
};
