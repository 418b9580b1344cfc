import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { dryRunQuery } from '#domain/shared/query.contract.ts';
import { itemFields, propertyTypes, removeNulls } from './contract.ts';

/**
 * Body of `POST /api/admin/listings`: a listing with the fields of a webhook. A dry run accepts an incomplete one; to
 * be entered it needs a title and a link.
 */
export const manualEntryBody = z.preprocess(
  removeNulls,
  z.object({ ...itemFields.shape, title: itemFields.shape.title.optional(), link: itemFields.shape.link.optional() }),
);

const nullableText = z.string().nullable();

/** The result for an entered listing; `reason` is a sentence where it waits for review or was rejected. */
export const manualEntryOutcome = z.object({
  id: z.string(),
  outcome: z.enum(['accepted', 'duplicate', 'review', 'rejected']),
  reason: nullableText,
});
export type ManualEntryOutcome = z.infer<typeof manualEntryOutcome>;

/** The scout's reading of a listing: price, place and type, and the words they were read from. */
export const manualEntryPreview = z.object({
  verdict: z.enum(['match', 'review', 'reject']),
  reason: nullableText,
  price: z.number().nullable(),
  propertyType: z.enum(propertyTypes).nullable(),
  place: z.object({ zipCode: nullableText, city: nullableText, state: nullableText }).nullable(),
  reasons: z.array(z.object({ says: z.string(), quote: z.string() })),
});
export type ManualEntryPreview = z.infer<typeof manualEntryPreview>;

export const manualEntryEndpoints = defineEndpoints('Listings', {
  /** 201 where it was accepted, 202 where it waits or is no new listing, 200 for a dry run. */
  enterListing: {
    method: 'post',
    path: '/api/admin/listings',
    access: 'admin',
    status: 202,
    query: dryRunQuery,
    body: manualEntryBody,
    response: manualEntryOutcome,
    otherResponses: { 200: manualEntryPreview, 201: manualEntryOutcome },
    waitsFor: ['listings', 'review', 'workflow-log'],
  },
});

export const manualEntryPath = '/api/admin/listings';
