import * as z from 'zod';
import { mapPoint } from '#domain/geo/map.contract.ts';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { toFlagParameter, toIntegerParameter } from '#domain/shared/query.contract.ts';
import { mapTypeFlags } from '#domain/listing/property-types.contract.ts';
import { deliveryFields, searchFields } from '#domain/user/filters.contract.ts';
import { searchName } from '#domain/user/searches.contract.ts';
import { listingView } from '#domain/listing/contract.ts';

/** The period that the preview covers. */
export const previewDays = 30;

const { maxPrice, mileageRadius, zipCode, ...typeFlags } = searchFields.shape;

/**
 * Query `?maxPrice=...` of the preview: filters with the same rules as `PATCH /api/profile`; absent ones are the user's
 * own. `name` is that of a further search, which need not be saved.
 */
const previewQuery = z
  .object({
    name: searchName,
    maxPrice: toIntegerParameter(maxPrice),
    mileageRadius: toIntegerParameter(mileageRadius),
    zipCode,
    notificationPreference: deliveryFields.shape.notificationPreference,
    ...mapTypeFlags(({ flag }) => toFlagParameter(typeFlags[flag])),
  })
  .partial();

export type PreviewQuery = z.infer<typeof previewQuery>;

/** The preview shows at most this many places. */
export const maxPreviewPins = 100;

/**
 * The listings that would have matched: the total count, and the newest three, whose reasons name the search where the
 * query does.
 */
export const matchPreview = z.object({
  count: z.number(),
  days: z.literal(previewDays),
  listings: z.array(listingView),
  /** The centre of the ZIP; null where it is not known. */
  centre: mapPoint.nullable(),
  /** Roughly where the newest matches are, to a hundredth of a degree: the exact place is only for the member's own listings. */
  pins: z.array(mapPoint.extend({ price: z.number() })),
  /** False where there is no ZIP to search around. */
  zipKnown: z.boolean(),
  /** What to do without a known ZIP, or that this service has had no listing at all in these days. */
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
