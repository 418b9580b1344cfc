import * as z from 'zod';
import { mapTypeFlags } from '#domain/listing/property-types.contract.ts';
import { deliveryFields, searchFields } from '#domain/user/filters.contract.ts';
import { listingView } from '#domain/listing/contract.ts';

export const previewPath = '/api/listings/preview';
/** The period that the preview covers. */
export const previewDays = 30;

/** Parses a field's text; any other text is left unchanged, so that the field's own rule refuses it. */
const toNumber = (text: unknown): unknown =>
  typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
const flags: Record<string, boolean> = { true: true, false: false };
const toFlag = (text: unknown): unknown => (typeof text === 'string' ? (flags[text] ?? text) : text);

const { maxPrice, mileageRadius, zipCode, ...typeFlags } = searchFields.shape;

/**
 * Query `?maxPrice=...` of the preview: filters with the same rules as `PATCH /api/profile`; absent ones are the user's
 * own.
 */
export const previewQuery = z
  .object({
    maxPrice: z.preprocess(toNumber, maxPrice),
    mileageRadius: z.preprocess(toNumber, mileageRadius),
    zipCode,
    notificationPreference: deliveryFields.shape.notificationPreference,
    ...mapTypeFlags(({ flag }) => z.preprocess(toFlag, typeFlags[flag])),
  })
  .partial();

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
