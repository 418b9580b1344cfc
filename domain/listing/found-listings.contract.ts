import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { mapPoint } from '#domain/geo/map.contract.ts';
import { pagingQuery, textParameter, toIntegerParameter } from '#domain/shared/query.contract.ts';
import { knownPrice } from '#domain/shared/money.contract.ts';
import { propertyTypes, sourceId } from './contract.ts';
import { pictureLinks } from '#domain/picture/contract.ts';
import { placeBasis, placeNames, quotedReason, reasonText } from './facts.contract.ts';

export const listingStates = ['listed', 'withdrawn'] as const;

function wholeDollars(name: string) {
  const error = `${name} must be a whole number of dollars`;
  return toIntegerParameter(z.int(error).min(0, error));
}

/** The filters of the list, without paging. */
export const foundListingFilters = z.object({
  q: textParameter('q', 2000).optional(),
  state: z.enum(listingStates, `state must be ${listingStates.join(' or ')}`).optional(),
  type: z.enum(propertyTypes, `type must be one of ${propertyTypes.join(', ')}`).optional(),
  source: sourceId('source must be given once').optional(),
  minPrice: wholeDollars('minPrice').optional(),
  maxPrice: wholeDollars('maxPrice').optional(),
  /** The two letters of the state that the listing is in. */
  usState: z
    .string('usState must be given once')
    .regex(/^[A-Z]{2}$/, 'usState must be two capital letters')
    .optional(),
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
  location: mapPoint,
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
  reason: reasonText,
});

const retypeBody = z.object({
  propertyType: z.enum(propertyTypes, `propertyType must be one of ${propertyTypes.join(', ')}`),
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
  /** Corrects the type. Members who were not alerted yet are matched once more. */
  retypeListing: {
    method: 'post',
    path: '/api/admin/listings/:id/retype',
    access: 'admin',
    body: retypeBody,
    response: z.object({ id: z.string(), title: z.string(), ...retypeBody.shape }),
    waitsFor: ['listings', 'workflow-log'],
    errors: [409],
  },
});
