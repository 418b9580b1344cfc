import * as z from 'zod';
import { listingView } from '#domain/listing/contract.ts';
import { pictureEndpoints, pictureLinks, type PictureLinks, pictureSizes } from '#domain/picture/contract.ts';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { knownPrice } from '#domain/shared/money.contract.ts';

export const shareDays = 14;
export const maxShares = 20;
/** The beginning of the address of a shared listing, before its token. */
export const sharePath = '/share/';

/** A live link to one listing; `expiresAt` is ISO 8601. */
export const share = z.object({ id: z.string(), expiresAt: z.string() });
export type Share = z.infer<typeof share>;
/** `url` carries the token, which is shown here alone. */
const newShare = share.extend({ url: z.string() });

/** What everyone with the link sees: what the listing says, without its contact, and nothing of the member. */
const sharedListing = listingView
  .pick({ title: true, place: true, propertyType: true, facts: true, details: true })
  .extend({ ...knownPrice.shape, gallery: z.array(pictureLinks) });
export type SharedListing = z.infer<typeof sharedListing>;

export function linkSharedPicture(token: string, id: string): PictureLinks {
  const [small, large] = pictureSizes.map(
    (size) => `/api/shared-listings/${token}/pictures/${encodeURIComponent(id)}?size=${size}`,
  );
  return { small: small ?? '', large: large ?? '' };
}

const shareOfListing = { path: '/api/listings/:id/shares', access: 'signed-in' } as const;
const shared = { method: 'get', access: 'anyone', errors: [404, 429] } as const;

export const shareEndpoints = defineEndpoints('Shares', {
  createShare: { ...shareOfListing, method: 'post', status: 201, response: newShare, errors: [404, 409] },
  /** Those of the member that have not ended. */
  listShares: { ...shareOfListing, method: 'get', response: z.array(share), errors: [404] },
  deleteShare: { method: 'delete', path: '/api/shares/:id', access: 'signed-in', status: 204, errors: [404] },
  getSharedListing: { ...shared, path: '/api/shared-listings/:token', response: sharedListing },
  getSharedPicture: {
    ...shared,
    path: '/api/shared-listings/:token/pictures/:id',
    query: pictureEndpoints.getPicture.query,
    responseTypes: pictureEndpoints.getPicture.responseTypes,
  },
});
