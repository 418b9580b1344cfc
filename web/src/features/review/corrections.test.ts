import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '#domain/review.contract.ts';
import { findCorrections, findReviewField, toReviewFields } from './corrections.ts';

const item: ReviewItem = {
  id: 'l-1',
  reason: 'Location unknown',
  source: 'county-list',
  at: '2026-03-01T12:00:00.000Z',
  listing: {
    externalId: null,
    title: 'House on Elm St',
    priceText: '$45k obo',
    details: null,
    link: 'https://x.com/1',
    imageUrl: null,
    postedAt: null,
    parcel: null,
    zipCode: null,
    city: 'Detroit',
    county: null,
    state: null,
    latitude: null,
    longitude: null,
  },
  understood: { price: 45_000, priceText: '$45,000', propertyType: 'house', place: null },
  reasons: [],
};
const fields = toReviewFields(item);

describe('The fields of a review item', () => {
  it('The fields of a review item contain the extracted values, and the raw text if nothing was extracted', () => {
    expect(fields).toEqual({
      title: 'House on Elm St',
      price: '45000',
      propertyType: 'house',
      parcel: '',
      zipCode: '',
      city: 'Detroit',
      county: '',
      state: '',
    });
    const unread = { ...item, understood: { price: null, priceText: '', propertyType: null, place: null } };
    expect(toReviewFields(unread)).toMatchObject({ price: '$45k obo', propertyType: '' });
  });
});

describe('The corrections of a review item', () => {
  it('The corrections of a review item are the fields that differ, and empty if none does', () => {
    expect(findCorrections(fields, fields)).toEqual({});
    expect(findCorrections({ ...fields, zipCode: ' 48204 ', propertyType: 'raw land' }, fields)).toEqual({
      zipCode: '48204',
      propertyType: 'raw land',
    });
  });

  it('The corrections of a review item send a plain price as a number, any other as typed', () => {
    expect(findCorrections({ ...fields, price: '$41,000' }, fields)).toEqual({ price: 41_000 });
    expect(findCorrections({ ...fields, price: '41k' }, fields)).toEqual({ price: '41k' });
  });

  it('The corrections of a review item send the whole place if a part of it was changed', () => {
    expect(findCorrections({ ...fields, state: 'MI' }, fields)).toEqual({
      city: 'Detroit',
      county: '',
      state: 'MI',
    });
    expect(findCorrections({ ...fields, parcel: ' 12-034 ' }, fields)).toEqual({ parcel: '12-034' });
  });
});

it('A refusal of a correction is shown at the field that it names', () => {
  expect(findReviewField('price: enter a price')).toBe('price');
  expect(findReviewField('place: enter a known ZIP code')).toBe('zipCode');
  expect(findReviewField('title is required')).toBe('title');
  expect(findReviewField('The service is busy.')).toBeNull();
});
