import * as z from 'zod';
import { dealFigures } from '#domain/deal/contract.ts';
import { mapPoint } from '#domain/geo/map.contract.ts';
import { listingMarks, listingStatuses, marksBody } from '#domain/listing/marks.contract.ts';
import { explanationReason } from '#domain/matching/own-match-explanation.contract.ts';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { listingContact } from '#domain/contact/contract.ts';
import { pagingQuery, textParameter } from '#domain/shared/query.contract.ts';
import { listingView } from '#domain/listing/contract.ts';
import { pictureLinks } from '#domain/picture/contract.ts';
import { propertyTypes } from '#domain/listing/property-types.contract.ts';

const stateFilters = ['unread', 'saved', 'hidden', 'price-drop', 'withdrawn'] as const;
export const listingFilters = [...stateFilters, ...listingStatuses] as const;
export type ListingFilter = (typeof listingFilters)[number];
/** `-` reverses the order: the newest, the cheapest and the nearest come first without it. */
export const listingSorts = ['newest', 'price', 'distance', '-newest', '-price', '-distance'] as const;

/** The filters of the list, without paging. Hidden listings are in it only by `filter=hidden`. */
export const memberListingFilters = z.object({
  q: textParameter('q', 200).optional(),
  filter: z.enum(listingFilters, `filter must be one of ${listingFilters.join(', ')}`).optional(),
  type: z.enum(propertyTypes, `type must be one of ${propertyTypes.join(', ')}`).optional(),
  /** The id of one of the member's searches. */
  search: textParameter('search', 64).optional(),
  sort: z.enum(listingSorts, `sort must be one of ${listingSorts.join(', ')}`).default('newest'),
});
export type MemberListingFilters = z.infer<typeof memberListingFilters>;

/** A row of the list: a listing in its newest state, without its long texts. */
export const memberListing = listingView.omit({ details: true, why: true });
export type MemberListing = z.infer<typeof memberListing>;

const pastPrice = z.object({ at: z.string(), price: z.number() });

/** One listing with its results, oldest first. Times are ISO 8601. */
export const memberListingDetails = listingView.extend({
  /** Where it is shown on a map; the centre of its ZIP or city where `place.isApproximate`. */
  location: mapPoint,
  /** Null where the listing tells no size, or too few others do. */
  deal: dealFigures.nullable(),
  /** All of its pictures, the first one too. */
  gallery: z.array(pictureLinks),
  contact: listingContact,
  reasons: z.array(explanationReason),
  priceHistory: z.array(pastPrice),
  timeline: z.array(z.object({ at: z.string(), text: z.string() })),
});
export type MemberListingDetails = z.infer<typeof memberListingDetails>;

const ownListing = { access: 'signed-in', errors: [404] } as const;

/** All that a member was ever alerted of; anything else is 404. */
export const memberListingEndpoints = defineEndpoints('Listings', {
  listMemberListings: {
    method: 'get',
    path: '/api/listings',
    access: 'signed-in',
    query: z.object({ ...pagingQuery, ...memberListingFilters.shape }),
    response: z.array(memberListing),
  },
  /** The rows of the list as CSV, with the notes. */
  exportMemberListings: {
    method: 'get',
    path: '/api/listings/export',
    maxAtOnce: 8,
    access: 'signed-in',
    query: memberListingFilters,
    responseTypes: ['text/csv'],
  },
  getMemberListing: { ...ownListing, method: 'get', path: '/api/listings/:id', response: memberListingDetails },
  markListing: {
    ...ownListing,
    method: 'put',
    path: '/api/listings/:id/marks',
    body: marksBody,
    response: listingMarks,
    waitsFor: ['member-listings'],
  },
});
