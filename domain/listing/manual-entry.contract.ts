import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { dryRunQuery } from '#domain/shared/query.contract.ts';
import { itemFields, normalizeFields } from './contract.ts';
import { itemOutcome, itemReading, itemViews, nullableText } from './facts.contract.ts';

/**
 * Body of `POST /api/admin/listings`: a listing with the fields of a webhook. A dry run accepts an incomplete one; to
 * be entered it needs a title and a link.
 */
export const manualEntryBody = z.preprocess(
  normalizeFields,
  z.object({ ...itemFields.shape, title: itemFields.shape.title.optional(), link: itemFields.shape.link.optional() }),
);

/** The result for an entered listing. */
export const manualEntryOutcome = itemOutcome.extend({ id: z.string() });
export type ManualEntryOutcome = z.infer<typeof manualEntryOutcome>;

/** The answer of a dry run. */
export const manualEntryPreview = itemReading.extend({
  verdict: z.enum(['match', 'review', 'reject']),
  reason: nullableText,
  /** How many members it would alert; null unless it is a match, and while the members are being read. */
  alertCount: z.number().nullable(),
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
    waitsFor: itemViews,
  },
});
