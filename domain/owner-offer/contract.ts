import * as z from 'zod';
import { defineEndpoints, multipartForm } from '#domain/shared/endpoint.contract.ts';
import {
  cleanForeignText,
  foreignText,
  isWebAddress,
  keepForeignText,
  webAddressRule,
} from '#domain/shared/foreign-text.contract.ts';
import { dealFigures } from '#domain/deal/contract.ts';
import { mapPoint } from '#domain/geo/map.contract.ts';
import { listingPlace, propertyTypes } from '#domain/listing/contract.ts';
import { nullableText, quotedReason } from '#domain/listing/facts.contract.ts';
import { pictureLinks } from '#domain/picture/contract.ts';
import { knownPrice } from '#domain/shared/money.contract.ts';

const text = (name: string, max: number, clean?: (text: string) => string) =>
  foreignText(name, clean)
    // Longer texts are not checked further.
    .max(max, { error: `${name} must be at most ${max.toLocaleString('en-US')} characters`, abort: true });

const amountPattern = /^\$?\s*(\d[\d,]*(?:\.\d+)?)\s*([km])?(?![\w/])/i;
const factors: Partial<Record<string, number>> = { k: 1000, m: 1_000_000 };

/** Whole dollars in '45000', '$45,000' or '$45k obo'; 0 where there are none. */
function parseDollars(price: number | string): number {
  if (typeof price === 'number') return Math.round(price);
  const [, digits = '0', unit = ''] = amountPattern.exec(price) ?? [];
  return Math.round(Number(digits.replaceAll(',', '')) * (factors[unit.toLowerCase()] ?? 1));
}
const isPrice = (price: number | string) => parseDollars(price) >= 1 && parseDollars(price) <= 10_000_000;
const priceRule = 'Price must be from $1 to $10,000,000, such as 45000 or $45k';
/** Neither is allowed in a public text that cannot be taken back. */
const contactPattern = /[^\s@]@[^\s@]{1,253}\.[a-z]{2,}|(?<!\d)\(?[2-9]\d{2}\)?[\s.-]{1,2}\d{3}[\s.-]\d{4}(?!\d)/i;
const minDescriptionLength = 20;
export const maxOfferPictures = 6;
export const maxPictureBytes = 10_000_000;
const countDigits = (phone: string) => phone.replaceAll(/\D/g, '').length;

const phone = text('Phone', 30).refine(
  (value) => /^[\d\s().+-]+$/.test(value) && countDigits(value) >= 10 && countDigits(value) <= 15,
  'Phone must be a number of 10 to 15 digits, such as 313-555-0123',
);
const email = z
  .string('Email must be text')
  .trim()
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'));
const consent = 'Consent is required: check the box to confirm that you may sell this property';

/** Rules across fields are checked even if other fields are invalid, so that a form shows all errors at once. */
const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

const isAnyGiven = (...fields: (string | undefined)[]) => fields.some((field) => field !== undefined);

const offer = z
  .object({
    propertyType: z.enum(propertyTypes, {
      error: ({ input }) =>
        input === undefined ? 'Type is required' : `Type must be one of ${propertyTypes.join(', ')}`,
    }),
    address: text('Address', 200).optional(),
    zipCode: z
      .string('Incorrect ZIP code format, must be 5 numbers')
      .trim()
      .regex(/^\d{5}$/, 'Incorrect ZIP code format, must be 5 numbers')
      .optional(),
    city: text('City', 100).optional(),
    state: text('State', 50).optional(),
    price: z
      .union([z.number(), text('Price', 50)], {
        error: ({ input }) => (input === undefined ? 'Price is required' : priceRule),
      })
      .refine(isPrice, priceRule),
    description: text('Description', 5000, cleanForeignText)
      .min(
        minDescriptionLength,
        `Description must be at least ${minDescriptionLength} characters: say what it is, and in what condition`,
      )
      .refine(
        (value) => !contactPattern.test(value),
        'Description must not hold an email address or a phone number: there are fields for these, and we keep them apart',
      ),
    imageUrl: text('Picture link', 2000, keepForeignText)
      .regex(/^https?:\/\//i, { error: 'Picture link must start with http:// or https://', abort: true })
      .refine(isWebAddress, `Picture link ${webAddressRule}`)
      .optional(),
    /** The ids of uploaded pictures. */
    pictures: z
      .array(
        z.string('Pictures must be ids').regex(/^[0-9a-f]{32}$/, 'Pictures must be ids of uploaded pictures'),
        'Pictures must be a list',
      )
      .max(maxOfferPictures, `Pictures are limited to ${maxOfferPictures}`)
      .optional(),
    name: text('Name', 100),
    email: email.optional(),
    phone: phone.optional(),
    consent: z.literal(true, consent),
    /** Whether members may see the contact. */
    shareContact: z.boolean('Sharing your contact must be true or false').default(false),
    /** The token from `GET /api/sell`. */
    token: z.string('Token must be text').max(500, 'Token must be at most 500 characters').optional(),
    /** A honeypot: people do not see this field. */
    website: z.string('Website must be text').max(2000, 'Website must be at most 2,000 characters').optional(),
  })
  .refine(({ zipCode, city, state }) => isAnyGiven(zipCode, city, state), {
    path: ['zipCode'],
    message: 'ZIP code is required, or else a city and its state',
    when,
  })
  .refine(({ zipCode, city, state }) => isAnyGiven(zipCode, city) || !isAnyGiven(state), {
    path: ['city'],
    message: 'City is required where there is no ZIP code',
    when,
  })
  .refine(({ zipCode, city, state }) => isAnyGiven(zipCode, state) || !isAnyGiven(city), {
    path: ['state'],
    message: 'State is required where there is no ZIP code',
    when,
  })
  .refine(({ email: mail, phone: number }) => isAnyGiven(mail, number), {
    path: ['email'],
    message: 'Email or phone is required, so that we can reach you',
    when,
  });

/** Forms send '' for empty fields; `type` is an alias of `propertyType`. */
function normalizeForm(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const filledFields = Object.entries(raw).filter(
    ([, value]) => value !== null && !(typeof value === 'string' && value.trim() === ''),
  );
  return Object.fromEntries(
    filledFields.map(([name, value]) => [name === 'type' ? 'propertyType' : name, value as unknown]),
  );
}

/** Body of `POST /api/sell`: an owner's offer, and how to contact the owner. */
export const offerBody = z.preprocess(normalizeForm, offer);
export type OwnerOffer = z.infer<typeof offer>;

/** Answer of `GET /api/sell`: a token that shows how long the form has been open. */
export const offerForm = z.object({ token: z.string() });

/** The answer to an offer, the same whether or not it looks like spam. */
export const offerReceipt = z.object({ message: z.string(), reference: z.string() });
export type OfferReceipt = z.infer<typeof offerReceipt>;

/** '98B4-3C55': by which a seller and an admin name the same offer. */
export function formatReference(listingId: string): string {
  return listingId
    .slice(0, 8)
    .replace(/^(.{4})/, '$1-')
    .toUpperCase();
}

/** `preview` is the small picture as a data URL, which the sender may see before anyone else. */
export const uploadedPicture = z.object({ id: z.string(), preview: z.string() });
export type UploadedPicture = z.infer<typeof uploadedPicture>;

const zipPlace = z.object({ city: z.string(), state: z.string() });

/** How to contact the seller; stored apart from all permanent data. */
export const sellerContact = z.object({
  name: z.string(),
  email: nullableText,
  phone: nullableText,
  address: nullableText,
  shareContact: z.boolean(),
});
export type SellerContact = z.infer<typeof sellerContact>;

/** An owner's offer as active members see it; `offeredAt` is ISO 8601. */
export const ownerOfferView = z.object({
  id: z.string(),
  title: z.string(),
  propertyType: z.enum(propertyTypes),
  ...knownPrice.shape,
  details: z.string(),
  imageUrl: z.string(),
  place: listingPlace,
  location: mapPoint,
  /** Why it is off-market, in words quoted from its text. */
  signals: z.array(quotedReason),
  /** Null where the offer tells no size, or too few others do. */
  deal: dealFigures.nullable(),
  gallery: z.array(pictureLinks),
  address: nullableText,
  offeredAt: z.string(),
  /** Null where the owner does not share it, or it is no longer stored; admins see it while it is stored. */
  contact: sellerContact.pick({ name: true, email: true, phone: true }).nullable(),
  /** Whether the owner lets members see it. */
  isShared: z.boolean(),
});
export type OwnerOfferView = z.infer<typeof ownerOfferView>;

export const offerEndpoints = defineEndpoints('Offers of owners', {
  getOfferForm: { method: 'get', path: '/api/sell', access: 'anyone', response: offerForm },
  submitOffer: {
    method: 'post',
    path: '/api/sell',
    access: 'anyone',
    status: 202,
    body: offerBody,
    response: offerReceipt,
    errors: [409, 429],
    waitsFor: ['review', 'listings'],
  },
  /** Visible to admins alone until its offer was accepted; deleted where no offer with it arrives within a day. */
  uploadOfferPicture: {
    method: 'post',
    path: '/api/sell/pictures',
    access: 'anyone',
    status: 201,
    bodyType: multipartForm,
    maxFileBytes: maxPictureBytes,
    response: uploadedPicture,
    errors: [400, 409, 429, 503],
  },
  /** City and state of a ZIP; null for an unknown one. */
  getOfferPlace: {
    method: 'get',
    path: '/api/sell/place',
    access: 'anyone',
    query: z.object({ zipCode: z.string('zipCode is required').regex(/^\d{5}$/, 'zipCode must be 5 numbers') }),
    response: zipPlace.nullable(),
  },
  getOffer: { method: 'get', path: '/api/offers/:id', access: 'signed-in', response: ownerOfferView, errors: [403] },
});
