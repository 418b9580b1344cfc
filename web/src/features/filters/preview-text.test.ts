import { describe, expect, it } from 'vitest';
import type { MatchPreview } from '#domain/matching/preview.contract.ts';
import { unsetFilters } from '#web/lib/testing/example-user.ts';
import { toFilterValues } from './filter-values.ts';
import { describePreview, suggestWidening } from './preview-text.ts';

const preview = (count: number): MatchPreview => ({
  count,
  days: 30,
  listings: [],
  centre: null,
  pins: [],
  zipKnown: true,
  hint: null,
});
const values = toFilterValues({ ...unsetFilters, zipCode: '48201' });

describe('The preview text', () => {
  it.each([
    [0, 'none', '0 listings matched in the last 30 days'],
    [1, 'listed', '1 listing matched in the last 30 days'],
    [1234, 'listed', '1,234 listings matched in the last 30 days'],
  ])('The preview text counts %i', (count, kind, text) => {
    expect(describePreview({ data: preview(count), error: null })).toEqual({ kind, text });
  });

  it('The preview text counts nothing if the filters are invalid, or the ZIP is unknown', () => {
    expect(describePreview({ data: null, error: null }).kind).toBe('gap');
    expect(describePreview({ data: { ...preview(0), zipKnown: false }, error: null }).kind).toBe('gap');
  });

  it('The preview text distinguishes loading from failing', () => {
    expect(describePreview({ data: undefined, error: null }).kind).toBe('loading');
    expect(describePreview({ data: undefined, error: new Error('503: Down') }).text).toContain('503: Down');
  });
});

describe('The suggestion what to widen', () => {
  const all = { includeMobileHomes: true, includeRawLand: true, includeTinyHomes: true };

  it('The suggestion what to widen names the filters that are not at their widest', () => {
    expect(suggestWidening(values, 150_000)).toBe('Try a wider radius, a higher max price, or more property types.');
    expect(suggestWidening({ ...values, mileageRadius: 250 }, 150_000)).toBe(
      'Try a higher max price or more property types.',
    );
    expect(suggestWidening({ ...values, ...all, mileageRadius: 250 }, 150_000)).toBe('Try a higher max price.');
  });

  it('The suggestion what to widen is empty if all filters are at their widest', () => {
    expect(suggestWidening({ ...values, ...all, mileageRadius: 250, maxPrice: '150000' }, 150_000)).toBe('');
  });
});
