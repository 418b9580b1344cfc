import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { bulkIds, bulkOutcome } from '#domain/shared/bulk.contract.ts';
import { pagingQuery } from '#domain/shared/query.contract.ts';
import { pictureLinks } from '#domain/picture/contract.ts';
import { sellerContact } from '#domain/owner-offer/contract.ts';
import { itemFields, propertyTypes, removeNulls } from '#domain/listing/contract.ts';
import {
  itemReading,
  itemViews,
  nullableText,
  placeNames,
  quotedReason,
  reasonText,
} from '#domain/listing/facts.contract.ts';

const { title, price, details, link, imageUrl, parcel } = itemFields.shape;
const { zipCode, city, county, state, latitude, longitude } = itemFields.shape;
const propertyType = z.enum(propertyTypes, `propertyType must be one of ${propertyTypes.join(', ')}`).optional();

/**
 * A person's corrections of a held item; a null or missing field is unchanged. `type` is an alias of `propertyType`.
 */
const correctable = z
  .object({ title, price, details, link, imageUrl, parcel, zipCode, city, county, state, latitude, longitude })
  .partial();
const corrections = z
  .object({ ...correctable.shape, propertyType, type: propertyType }, 'listing must be an object')
  .transform(({ type, ...fields }) => ({ ...fields, propertyType: fields.propertyType ?? type }));
export type Corrections = z.infer<typeof corrections>;

/** Body of `POST /api/admin/review/{id}`. */
export const decisionBody = z.object({
  decision: z.enum(['accept', 'reject'], 'decision must be accept or reject'),
  listing: z.preprocess((raw) => removeNulls(raw ?? {}), corrections).optional(),
});

/** Body of `POST /api/admin/review/bulk`. */
const bulkDecisionBody = z.object({
  ids: bulkIds,
  decision: z.literal('reject', 'decision must be reject'),
  reason: reasonText,
});

/**
 * A held item, with the values that the rules read from it. `priceText` is the price as the source gave it,
 * '' where it gave none; times ISO 8601 in UTC.
 */
export const reviewItem = z.object({
  id: z.string(),
  reason: z.string(),
  source: z.string(),
  at: z.string(),
  listing: z.object({
    externalId: nullableText,
    title: z.string(),
    priceText: z.string(),
    details: nullableText,
    link: z.string(),
    imageUrl: nullableText,
    postedAt: nullableText,
    parcel: nullableText,
    ...placeNames.shape,
    county: nullableText,
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  }),
  /** The type it is accepted as by default; null where the person must choose one. */
  understood: itemReading.omit({ reasons: true }),
  reasons: z.array(quotedReason),
  /** The contact of an owner's offer, while it is stored. */
  seller: sellerContact.optional(),
  /** Uploads of its owner. */
  pictures: z.array(pictureLinks).optional(),
  /** The number that its owner was given. */
  reference: z.string().optional(),
});
export type ReviewItem = z.infer<typeof reviewItem>;

/** The answer to a decision. */
export const reviewDecision = z.object({
  id: z.string(),
  decision: z.enum(['accept', 'reject']),
  /** True where the accepted item is a repost of a known listing, so that no member is alerted again. */
  isRepost: z.boolean().optional(),
});
export type ReviewDecision = z.infer<typeof reviewDecision>;

export const reviewEndpoints = defineEndpoints('Review', {
  listReviewItems: {
    method: 'get',
    path: '/api/admin/review',
    access: 'admin',
    query: z.object(pagingQuery),
    response: z.array(reviewItem),
  },
  /** Before `:id`, which it would match. */
  decideReviews: {
    method: 'post',
    path: '/api/admin/review/bulk',
    access: 'admin',
    body: bulkDecisionBody,
    response: bulkOutcome,
    waitsFor: itemViews,
  },
  decideReview: {
    method: 'post',
    path: '/api/admin/review/:id',
    access: 'admin',
    body: decisionBody,
    response: reviewDecision,
    waitsFor: itemViews,
  },
});
