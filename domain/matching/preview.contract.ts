import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { toFlagParameter, toIntegerParameter } from '#domain/shared/query.contract.ts';
import { filtersBody } from '#domain/user/contract.ts';
import { listingView } from '#domain/listing/contract.ts';

/** The period that the preview covers. */
export const previewDays = 30;

const { maxPrice, mileageRadius, zipCode, includeMobileHomes, includeRawLand, includeTinyHomes } = filtersBody.shape;

/**
 * Query `?maxPrice=...` of the preview: filters with the same rules as `PATCH /api/profile`; absent ones are the user's
 * own.
 */
const previewQuery = z.object({
  maxPrice: toIntegerParameter(maxPrice).optional(),
  mileageRadius: toIntegerParameter(mileageRadius).optional(),
  zipCode,
  includeMobileHomes: toFlagParameter(includeMobileHomes).optional(),
  includeRawLand: toFlagParameter(includeRawLand).optional(),
  includeTinyHomes: toFlagParameter(includeTinyHomes).optional(),
  notificationPreference: filtersBody.shape.notificationPreference,
});

export type PreviewQuery = z.infer<typeof previewQuery>;

/** The listings that would have matched: the total count, and the newest three. */
export const matchPreview = z.object({
  count: z.number(),
  days: z.literal(previewDays),
  listings: z.array(listingView),
  /** False where there is no ZIP to search around; `hint` then says what to do. */
  zipKnown: z.boolean(),
  hint: z.string().nullable(),
});
export type MatchPreview = z.infer<typeof matchPreview>;

export const previewEndpoints = defineEndpoints('Listings', {
  previewMatches: {
    method: 'get',
    path: '/api/listings/preview',
    access: 'signed-in',
    query: previewQuery,
    response: matchPreview,
  },
});

export const previewPath = '/api/listings/preview';
