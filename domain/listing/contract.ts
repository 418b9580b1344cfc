import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import {
  cleanForeignText,
  foreignText,
  isWebAddress,
  keepForeignText,
  webAddressRule,
} from '#domain/shared/foreign-text.contract.ts';
import { propertyFacts } from '#domain/figures/contract.ts';
import { figureInputs } from '#domain/figures/given.contract.ts';
import { priceView } from '#domain/shared/money.contract.ts';

import { mapPoint } from '#domain/geo/map.contract.ts';
import { nullableText, placeNames, quotedReason } from './facts.contract.ts';
import { pictureLinks } from '#domain/picture/contract.ts';
import { listingMarks } from './marks.contract.ts';
import { propertyTypes } from './property-types.contract.ts';
import { addMissingTitle, isBlank, maxDetails, readOptionalField, toLeftOutField } from './optional-fields.contract.ts';

export { type PropertyType, propertyTypes } from './property-types.contract.ts';

const text = (name: string, max: number, clean?: (text: string) => string) =>
  foreignText(name, clean).max(max, `${name} must be at most ${max} characters`);
const webAddress = (name: string) =>
  text(name, 2000, keepForeignText)
    .regex(/^https?:\/\//i, { error: `${name} must start with http:// or https://`, abort: true })
    .refine(isWebAddress, `${name} ${webAddressRule}`);

/** Sources write null where a value is unknown. */
export const removeNulls = (raw: unknown): unknown =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null))
    : raw;

export const itemFields = z.object({
  externalId: text('externalId', 200).min(1, 'externalId must not be empty').optional(),
  title: text('title', 500).min(1, 'title is required'),
  price: z.union([z.number(), text('price', 200)], 'price must be a number or a text').optional(),
  details: text('details', maxDetails, cleanForeignText).optional(),
  link: webAddress('link'),
  imageUrl: z.union([z.literal(''), webAddress('imageUrl')], 'imageUrl must start with http:// or https://').optional(),
  postedAt: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], 'postedAt must be an ISO 8601 date or time')
    .optional(),
  /** As the source names it: a type, or a code such as 'RES VAC'. */
  propertyType: text('propertyType', 100).optional(),
  parcel: text('parcel', 100).optional(),
  /** Another name of `parcel`. */
  apn: text('apn', 100).optional(),
  /** The street line. */
  address: text('address', 200).optional(),
  ...figureInputs,
  zipCode: text('zipCode', 20).optional(),
  city: text('city', 100).optional(),
  county: text('county', 100).optional(),
  state: text('state', 50).optional(),
  latitude: z
    .number('latitude must be a number')
    .min(-90, 'latitude must be -90 to 90')
    .max(90, 'latitude must be -90 to 90')
    .optional(),
  longitude: z
    .number('longitude must be a number')
    .min(-180, 'longitude must be -180 to 180')
    .max(180, 'longitude must be -180 to 180')
    .optional(),
  withdrawn: z.boolean('withdrawn must be true or false').optional(),
});

export const placeFields = [
  'zipCode',
  'city',
  'county',
  'state',
  'latitude',
  'longitude',
] as const satisfies (keyof typeof itemFields.shape)[];

/** The headers of a delivery signed as in Standard Webhooks. */
export const webhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** An optional field of an item that could not be read, and why; its value as far as it tells what was meant. */
export const leftOutField = z.object({ field: z.string(), value: z.string(), reason: z.string() });
export type LeftOutField = z.infer<typeof leftOutField>;

const isOptionalField = (name: string): name is keyof typeof itemFields.shape =>
  Object.hasOwn(itemFields.shape, name) && name !== 'title' && name !== 'link';

type FieldReader = (name: keyof typeof itemFields.shape, value: unknown, read: ReadField) => unknown[][];
type ReadField = ReturnType<typeof readOptionalField>;

/** Null and blank optional fields are absent; the others are what `read` makes of them. Anything but an object stays. */
function mapOptionalFields(raw: unknown, read: FieldReader): unknown {
  const item = removeNulls(raw);
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const { link } = item as { link?: unknown }; // an object, checked above
  const fields = Object.entries(item).flatMap(([name, value]: [string, unknown]) => {
    if (!isOptionalField(name)) return [[name, value]];
    return isBlank(value) ? [] : read(name, value, readOptionalField(name, value, link));
  });
  return Object.fromEntries(fields);
}

function readOptionalFields(raw: unknown): { item: unknown; leftOut: LeftOutField[] } {
  const leftOut: LeftOutField[] = [];
  const item = mapOptionalFields(raw, (name, value, read) => {
    const parsed = itemFields.shape[name].safeParse(read.value);
    const reason = parsed.error?.issues[0]?.message ?? read.problem;
    if (reason !== undefined) leftOut.push(toLeftOutField(name, value, reason));
    return parsed.success ? [[name, read.value]] : [];
  });
  return { item, leftOut };
}

/** The optional fields in their standard form, without blank ones; one that cannot be read stays as it is. */
export function normalizeFields(raw: unknown): unknown {
  return mapOptionalFields(raw, (name, value, read) => [[name, read.problem === undefined ? read.value : value]]);
}

/**
 * One item as a source gives it; `withdrawn` says that it is no longer offered. A price is a number of dollars or a
 * text such as '$45k obo'; null means absent.
 */
export const intakeItem = z.preprocess((raw) => readOptionalFields(raw).item, itemFields);
export type IntakeItem = z.infer<typeof intakeItem>;

/**
 * The same for what a source sends: with the optional fields that were left out, so that they never reject the rest, and
 * a title where the source gives none.
 */
export function readIntakeItem(raw: unknown) {
  const { item, leftOut } = readOptionalFields(raw);
  return { checked: itemFields.safeParse(addMissingTitle(item)), leftOut };
}

export type ReadIntakeItem = ReturnType<typeof readIntakeItem>;

export const sourceId = (otherType: string) =>
  z.string(otherType).regex(/^[a-z0-9-]{1,50}$/, 'source must be 1 to 50 of a-z, 0-9 and -');

/**
 * Body of `POST /api/intake/listings`; each listing is validated separately, so that an invalid one does not reject the
 * others.
 */
export const intakeBody = z.object({
  source: sourceId('source is required'),
  /** The state of each listing that names none. */
  state: text('state', 50).optional(),
  listings: z.array(z.unknown(), 'listings must be a list').max(500, 'At most 500 listings at once'),
});

const refusedItem = z.object({ index: z.number(), reason: z.string() });

/** Result of a batch: the four counts add up to its length. `leftOut` is absent where every field was read. */
export const intakeResult = z.object({
  accepted: z.number(),
  duplicates: z.number(),
  review: z.array(refusedItem),
  rejected: z.array(refusedItem),
  leftOut: z.array(leftOutField.extend({ index: z.number() })).optional(),
});
export type IntakeResult = z.infer<typeof intakeResult>;

/** Where a listing is; approximate where only its ZIP or city is known. */
export const listingPlace = placeNames.extend({ county: nullableText, isApproximate: z.boolean() });
/** `address` is the street line as the listing names it. */
const addressedPlace = listingPlace.extend({ address: nullableText });

/**
 * A listing as members see it; `sentAt` (ISO 8601) is when its newest alert was sent to them. The id is the listing's,
 * or that of a row which an admin saved.
 */
export const listingView = z.object({
  id: z.string(),
  title: z.string(),
  ...priceView.shape,
  details: z.string(),
  link: z.string(),
  /** The address that the source gave. */
  imageUrl: z.string(),
  /** Null where there is no picture, or not yet. */
  pictures: pictureLinks.nullable(),
  sentAt: z.string(),
  /** Miles from the centre of the member's ZIP; null for a listing that an admin saved. */
  miles: z.number().nullable(),
  /** 'price drop' marks the second alert of a listing whose price fell. */
  kind: z.enum(['new', 'price drop', 'saved']),
  /** The price before such a drop. */
  previousPrice: z.number().nullable(),
  /** Null for a listing that an admin saved, as is its place. */
  propertyType: z.enum(propertyTypes).nullable(),
  place: addressedPlace.nullable(),
  facts: propertyFacts,
  /** Where a map shows it; absent where the listing was not sent to the member. */
  location: mapPoint.optional(),
  /** Why it is off-market, in words quoted from its text. */
  signals: z.array(quotedReason),
  /** ISO 8601; null while it is offered. */
  withdrawnAt: z.string().nullable(),
  marks: listingMarks,
  /** Those of the member that it fits, under the names of that time; none for a listing that an admin saved. */
  searches: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Why this member received it, one short sentence for each reason. */
  why: z.array(z.string()),
});
export type ListingView = z.infer<typeof listingView>;

/** The message that the socket sends to `user:<id>` as `alert`. */
export const alertMessage = z.object({ listing: listingView, why: z.array(z.string()) });
export type AlertMessage = z.infer<typeof alertMessage>;

export const listingEndpoints = defineEndpoints('Listings', {
  listRecentListings: {
    method: 'get',
    path: '/api/listings/recent',
    access: 'signed-in',
    response: z.array(listingView),
  },
});

const signedWebhook = {
  method: 'post',
  access: 'machine',
  status: 202,
  description: 'Signed as Standard Webhooks says, by INTAKE_SECRET; 404 without one.',
  headers: webhookHeaders,
  response: intakeResult,
  errors: [401, 404, 409, 415],
} as const;

export const intakeEndpoints = defineEndpoints('Intake', {
  receiveListings: { ...signedWebhook, path: '/api/intake/listings', body: intakeBody },
  receiveEmail: {
    ...signedWebhook,
    path: '/api/intake/email',
    body: z.string(),
    bodyType: 'message/rfc822',
  },
});
