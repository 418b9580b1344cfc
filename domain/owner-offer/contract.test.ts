import { describe, expect, it } from 'vitest';
import { webAddressRule } from '#domain/shared/foreign-text.contract.ts';
import { offerBody } from './contract.ts';

const offer = {
  propertyType: 'house',
  zipCode: '48204',
  price: '$45k',
  description: 'Inherited three bedroom house, needs a roof.',
  name: 'Ann Heir',
  phone: '313-555-0123',
  consent: true,
};
const problemsOf = (changes: object) => {
  const read = offerBody.safeParse({ ...offer, ...changes });
  return read.success ? [] : read.error.issues.map(({ path, message }) => [path.join('.'), message]);
};

describe('an offer', () => {
  it('An offer is complete with a place, a price, a text, a name, a contact, and consent', () => {
    expect(offerBody.parse(offer)).toEqual({ ...offer, shareContact: false });
    expect(problemsOf({ zipCode: '', city: ' Detroit ', state: 'MI', phone: null, email: 'ann@example.com' })).toEqual(
      [],
    );
    expect(problemsOf({ price: 45_000, imageUrl: 'https://example.com/a.jpg', address: '7 Elm Street' })).toEqual([]);
  });

  it('An offer treats blank fields as absent', () => {
    const blank = { address: '', city: ' ', state: null, imageUrl: '', email: '', website: '' };
    expect(offerBody.parse({ ...offer, ...blank })).toEqual({ ...offer, shareContact: false });
  });

  it.each([1, 10_000_000, '1', '$45,000', '45k', '$ 45.5K obo', '1.2m', '45000 firm'])(
    'An offer may cost %s',
    (price) => {
      expect(problemsOf({ price })).toEqual([]);
    },
  );

  it.each([-1, 0.4, '11m', '$950/mo', '3bd', 'k', '', '0', '-5'])('An offer may not cost %s', (price) => {
    expect(problemsOf({ price }).map(([field]) => field)).toEqual(['price']);
  });

  it('An offer accepts the type by its short name too', () => {
    expect(offerBody.parse({ ...offer, propertyType: undefined, type: 'raw land' }).propertyType).toBe('raw land');
  });

  it.each<[object, string, string]>([
    [{ propertyType: 'castle' }, 'propertyType', 'Type must be one of house, mobile home, raw land, tiny home'],
    [{ propertyType: '' }, 'propertyType', 'Type is required'],
    [{ zipCode: '4820' }, 'zipCode', 'Incorrect ZIP code format, must be 5 numbers'],
    [{ zipCode: 48_204 }, 'zipCode', 'Incorrect ZIP code format, must be 5 numbers'],
    [{ zipCode: '' }, 'zipCode', 'ZIP code is required, or else a city and its state'],
    [{ zipCode: '', state: 'MI' }, 'city', 'City is required where there is no ZIP code'],
    [{ zipCode: '', city: 'Detroit' }, 'state', 'State is required where there is no ZIP code'],
    [{ price: '' }, 'price', 'Price is required'],
    [{ price: 0 }, 'price', 'Price must be from $1 to $10,000,000, such as 45000 or $45k'],
    [{ price: '0' }, 'price', 'Price must be from $1 to $10,000,000, such as 45000 or $45k'],
    [{ price: 'make offer' }, 'price', 'Price must be from $1 to $10,000,000, such as 45000 or $45k'],
    [{ price: 10_000_001 }, 'price', 'Price must be from $1 to $10,000,000, such as 45000 or $45k'],
    [{ price: {} }, 'price', 'Price must be from $1 to $10,000,000, such as 45000 or $45k'],
    [{ description: '' }, 'description', 'Description is required'],
    [
      { description: 'A house' },
      'description',
      'Description must be at least 20 characters: say what it is, and in what condition',
    ],
    [{ description: 'x'.repeat(5001) }, 'description', 'Description must be at most 5,000 characters'],
    [{ description: 'x'.repeat(90_000) }, 'description', 'Description must be at most 5,000 characters'],
    [{ imageUrl: 'https://e.example.com/\u0007' }, 'imageUrl', `Picture link ${webAddressRule}`],
    [{ imageUrl: 'javascript:alert(1)' }, 'imageUrl', 'Picture link must start with http:// or https://'],
    [{ name: '' }, 'name', 'Name is required'],
    [{ email: 'ann@' }, 'email', 'Invalid email address'],
    [{ phone: '' }, 'email', 'Email or phone is required, so that we can reach you'],
    [{ phone: '555-0123' }, 'phone', 'Phone must be a number of 10 to 15 digits, such as 313-555-0123'],
    [{ phone: 'call me at noon' }, 'phone', 'Phone must be a number of 10 to 15 digits, such as 313-555-0123'],
    [{ consent: false }, 'consent', 'Consent is required: check the box to confirm that you may sell this property'],
    [
      { consent: undefined },
      'consent',
      'Consent is required: check the box to confirm that you may sell this property',
    ],
    [{ shareContact: 'yes' }, 'shareContact', 'Sharing your contact must be true or false'],
  ])('An offer is rejected with %j, naming the field', (changes, field, message) => {
    expect(problemsOf(changes)).toEqual([[field, message]]);
  });

  it('An offer reports all errors at once', () => {
    expect(
      problemsOf({ zipCode: '', phone: '', name: '', price: '' })
        .map(([field]) => field)
        .sort(),
    ).toEqual(['email', 'name', 'price', 'zipCode']);
  });

  it.each(['313-555-0123', '(313) 555-0123', '313.555.0123', 'ann@example.com'])(
    'An offer keeps a way to reach the seller, such as %s, out of the text',
    (contact) => {
      expect(problemsOf({ description: `Inherited house, as-is. Reach me at ${contact} any day.` })).toEqual([
        ['description', expect.stringContaining('Description must not hold an email address or a phone number')],
      ]);
    },
  );

  it.each(['Parcel 123-456-789 of the county', 'Built 1985, taxes 1200 2300 a year', 'Asking $45,000, lot 100 by 200'])(
    'An offer does not take other numbers for a phone: %s',
    (description) => {
      expect(problemsOf({ description })).toEqual([]);
    },
  );

  it('An offer must be an object', () => {
    for (const raw of [null, 'text', [], 7]) expect(offerBody.safeParse(raw).success).toBe(false);
  });
});
