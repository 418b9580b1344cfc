import { describe, expect, it } from 'vitest';
import { blankOffer, findOfferField, offerResolver } from './offer-fields.ts';

const rules = async (changes: object) => {
  const values = { ...blankOffer, ...changes };
  const { errors } = await offerResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return errors;
};

describe('The offer form', () => {
  it('The offer form reports every field that lacks something', async () => {
    expect(Object.keys(await rules({})).sort()).toEqual([
      'consent',
      'description',
      'email',
      'name',
      'price',
      'propertyType',
      'zipCode',
    ]);
  });

  it('The offer form is valid once these fields are filled in', async () => {
    const filled = {
      propertyType: 'house',
      price: '45,000',
      zipCode: '48204',
      description: 'Inherited three bedroom house, needs a roof.',
      name: 'Ann Heir',
      phone: '313-555-0123',
      consent: true,
    };
    expect(await rules(filled)).toEqual({});
  });
});

it('A refusal of an offer is shown at the field that it begins with', () => {
  expect(findOfferField('ZIP code 00000 is not known. Check it, or use one nearby.')).toBe('zipCode');
  expect(findOfferField('Incorrect ZIP code format, must be 5 numbers')).toBe('zipCode');
  expect(findOfferField('Invalid email address')).toBe('email');
  expect(findOfferField('Too many offers. Please try again in 60 minutes.')).toBeNull();
});
