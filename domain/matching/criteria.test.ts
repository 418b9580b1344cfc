import { describe, expect, it } from 'vitest';
import { emptyFilters } from '#domain/user/state.ts';
import { explainCriteria, type DatedListingSnapshot } from './criteria.ts';
import type { UserSearch } from './explain.ts';

const detroit = { latitude: 42.366, longitude: -83.143 };
const listing: DatedListingSnapshot = {
  latitude: 42.3,
  longitude: -83.1,
  price: 45_000,
  propertyType: 'raw land',
  isAvailable: true,
};
const ann: UserSearch = { isMember: true, filters: { ...emptyFilters, zipCode: '48204' }, centre: detroit };
const explainTexts = (changes: Partial<DatedListingSnapshot>, seeker: UserSearch = ann) =>
  explainCriteria({ ...listing, ...changes }, seeker).map(({ holds, text }) => `${holds ? 'yes' : 'NO'} ${text}`);

describe('the criteria', () => {
  it('The criteria give the figures of every rule, whether it holds or not', () => {
    expect(explainTexts({})).toEqual([
      'yes active: yes',
      'yes 5.1 of 50 miles from 48204',
      'yes $45,000 of $54,000',
      'NO raw land wanted: no',
    ]);
    expect(explainTexts({ latitude: 44, price: 60_000, propertyType: 'house' }, { ...ann, isMember: false })).toEqual([
      'NO active: no',
      'NO 112.9 of 50 miles from 48204',
      'NO $60,000 of $54,000',
      'yes house: always wanted',
    ]);
  });

  it('The criteria name a missing or unknown ZIP, and a withdrawn listing', () => {
    expect(explainTexts({}, { isMember: true, filters: emptyFilters, centre: null })).toContain('NO no ZIP code set');
    expect(explainTexts({}, { ...ann, centre: null })).toContain('NO ZIP code 48204 is not known');
    expect(explainTexts({ isAvailable: false })[0]).toBe('NO listing withdrawn');
  });
});
