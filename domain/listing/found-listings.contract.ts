import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { cleanForeignLine } from '#domain/shared/foreign-text.contract.ts';
import { pagingQuery, textParameter } from '#domain/shared/query.contract.ts';
import { knownPrice } from '#domain/shared/money.contract.ts';
import { propertyTypes, sourceId } from './contract.ts';
import { pictureLinks } from '#domain/picture/contract.ts';
import { placeBasis, placeNames, quotedReason } from './facts.contract.ts';

export const listingStates = ['listed', 'withdrawn'] as const;

/** The filters of the list, without paging. */
export const foundListingFilters = z.object({
  q: textParameter('q', 2000).optional(),
  state: z.enum(listingStates, `state must be ${listingStates.join(' or ')}`).optional(),
  type: z.enum(propertyTypes, `type must be one of ${propertyTypes.join(', ')}`).optional(),
  source: sourceId('source must be given once').optional(),
});
export type FoundListingFilters = z.infer<typeof foundListingFilters>;

/** A listing as admins see it. Prices in whole US dollars, times ISO 8601 in UTC, '' where the source gave nothing. */
export const foundListing = z.object({
  id: z.string(),
  source: z.string(),
  title: z.string(),
  details: z.string(),
  link: z.string(),
  imageUrl: z.string(),
  pictures: pictureLinks.nullable(),
  ...knownPrice.shape,
  /** The lowest price ever seen. */
  lowest: z.number(),
  propertyType: z.enum(propertyTypes),
  place: placeNames.extend({ basis: placeBasis }),
  reasons: z.array(quotedReason),
  foundAt: z.string(),
  state: z.enum(listingStates),
  /** Null while the listing is active. */
  withdrawal: z.object({ at: z.string(), reason: z.string() }).nullable(),
  /** How often it was reposted under another id or link. */
  reposts: z.number(),
  /** How many alerts of it were delivered, and how many are pending. */
  alerts: z.object({ sent: z.number(), waiting: z.number() }),
});
export type FoundListing = z.infer<typeof foundListing>;

export const withdrawBody = z.object({
  reason: z
    .string('reason is required')
    .overwrite(cleanForeignLine)
    .trim()
    .min(1, 'reason is required')
    .max(200, 'reason must be at most 200 characters'),
});

export const foundListingEndpoints = defineEndpoints('Listings', {
  /** The items that the scout accepted as listings, newest first. */
  listFoundListings: {
    method: 'get',
    path: '/api/admin/listings',
    access: 'admin',
    query: z.object({ ...pagingQuery, ...foundListingFilters.shape }),
    response: z.array(foundListing),
  },
  withdrawListing: {
    method: 'post',
    path: '/api/admin/listings/:id/withdraw',
    access: 'admin',
    body: withdrawBody,
    response: z.object({ id: z.string(), title: z.string(), status: z.literal('withdrawn') }),
    waitsFor: ['listings', 'workflow-log'],
  },
});
