import type * as z from 'zod';
import type { ListingView } from '#domain/listing/contract.ts';
import type { SellerContact } from '#domain/owner-offer/contract.ts';
import { credentialsBody, type SavedListing, type UserView } from '#domain/user/contract.ts';

/** What `DELETE /api/profile` takes. */
export const deleteAccountBody = credentialsBody.pick({ currentPassword: true });
export type DeleteAccountRequest = z.infer<typeof deleteAccountBody>;

/** One event that names the member, in words, with what it says of nobody else. Times are ISO 8601. */
export type AccountDataEvent = { at: string; type: string; sentence: string; data: unknown };

/** What `GET /api/profile/data` gives: all that is held on the one who asks. */
export type AccountDataExport = {
  madeAt: string;
  account: Pick<UserView, 'id' | 'email' | 'mustChangePassword'> & { role: string; registeredAt: string };
  membership: Pick<UserView, 'membershipStatus' | 'memberSince' | 'maxPriceLimit' | 'requestedHigherLimit'> & {
    payments: { customerId: string | null; standing: string }[];
  };
  filters: Record<string, unknown>;
  savedListings: SavedListing[];
  recentListings: ListingView[];
  /** Where signed in: when the session was last renewed, null where that is not known. */
  sessions: { lastRenewedAt: string | null }[];
  signIns: { at: string; type: string }[];
  /** Browsers that are told of new listings, by the service that carries the message. */
  devices: { service: string; since: string }[];
  /** That mail to the address came back for good. */
  mailsReturned: { status: string; at: string }[];
  mailsWaiting: { about: string; createdAt: string; state: string }[];
  /** How to reach the member as the seller of a property, by the offers in which they gave their address. */
  offers: ({ listingId: string; keptAt: string } & SellerContact)[];
  history: AccountDataEvent[];
};
