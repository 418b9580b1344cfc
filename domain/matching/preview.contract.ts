import * as z from 'zod';
import { filtersBody } from '#domain/user/contract.ts';
import { listingView } from '#domain/listing/contract.ts';

export const previewPath = '/api/listings/preview';
/** The period that the preview covers. */
export const previewDays = 30;

/** Parses a field's text; any other text is left unchanged, so that the field's own rule refuses it. */
const toNumber = (text: unknown): unknown =>
  typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
const flags: Record<string, boolean> = { true: true, false: false };
const toFlag = (text: unknown): unknown => (typeof text === 'string' ? (flags[text] ?? text) : text);

const { maxPrice, mileageRadius, zipCode, includeMobileHomes, includeRawLand, includeTinyHomes } = filtersBody.shape;

/**
 * Query `?maxPrice=...` of the preview: filters with the same rules as `PATCH /api/profile`; absent ones are the user's
 * own.
 */
export const previewQuery = z.object({
  maxPrice: z.preprocess(toNumber, maxPrice).optional(),
  mileageRadius: z.preprocess(toNumber, mileageRadius).optional(),
  zipCode,
  includeMobileHomes: z.preprocess(toFlag, includeMobileHomes).optional(),
  includeRawLand: z.preprocess(toFlag, includeRawLand).optional(),
  includeTinyHomes: z.preprocess(toFlag, includeTinyHomes).optional(),
  notificationPreference: filtersBody.shape.notificationPreference,
});

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
