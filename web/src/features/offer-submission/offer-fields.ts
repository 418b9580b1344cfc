import type { FieldErrors, Resolver } from 'react-hook-form';
import { offerBody } from '#domain/owner-offer/contract.ts';

export const blankOffer = {
  propertyType: '',
  price: '',
  address: '',
  zipCode: '',
  city: '',
  state: '',
  description: '',
  imageUrl: '',
  name: '',
  email: '',
  phone: '',
  shareContact: false,
  consent: false,
  website: '',
};

/** The form as typed; '' for empty fields. */
export type OfferFields = typeof blankOffer;

/** Validates the form by the server's rules, and returns the first error of each field. */
export const offerResolver: Resolver<OfferFields> = (values) => {
  const parsed = offerBody.safeParse(values);
  if (parsed.success) return { values, errors: {} };
  const errors: FieldErrors<OfferFields> = {};
  for (const { path, message } of parsed.error.issues) {
    const [name] = path;
    if (isField(name)) errors[name] ??= { type: 'custom', message };
  }
  return { values: {}, errors };
};

const fieldPrefixes: readonly (readonly [string, keyof OfferFields])[] = [
  ['Incorrect ZIP code', 'zipCode'],
  ['ZIP code', 'zipCode'],
  ['Type', 'propertyType'],
  ['Price', 'price'],
  ['Address', 'address'],
  ['City', 'city'],
  ['State', 'state'],
  ['Description', 'description'],
  ['Picture link', 'imageUrl'],
  ['Name', 'name'],
  ['Invalid email', 'email'],
  ['Email', 'email'],
  ['Phone', 'phone'],
  ['Consent', 'consent'],
];

/** The field that a refusal of the server begins with, null if it is about none. */
export function findOfferField(refusal: string): keyof OfferFields | null {
  return fieldPrefixes.find(([word]) => refusal.startsWith(word))?.[1] ?? null;
}

function isField(name: PropertyKey | undefined): name is keyof OfferFields {
  return typeof name === 'string' && Object.hasOwn(blankOffer, name);
}
