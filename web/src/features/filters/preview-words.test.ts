import { describe, expect, it } from 'vitest';
import type { Preview } from '#domain/matching/preview.contract.ts';
import { filterValues } from './filter-values.ts';
import { previewState, widening } from './preview-words.ts';

const preview = (count: number): Preview => ({ count, days: 30, listings: [], zipKnown: true, hint: null });
const values = filterValues({
  maxPrice: null,
  mileageRadius: null,
  zipCode: '48201',
  includeMobileHomes: false,
  includeRawLand: false,
  includeTinyHomes: false,
  alertMails: true,
  quietHours: false,
  notificationPreference: 'immediate',
});

describe('the preview', () => {
  it.each([
    [0, 'none', 'In the last 30 days 0 listings would have matched'],
    [1, 'listed', 'In the last 30 days 1 listing would have matched'],
    [1234, 'listed', 'In the last 30 days 1,234 listings would have matched'],
  ])('counts %i', (count, kind, text) => {
    expect(previewState({ data: preview(count), error: null })).toEqual({ kind, text });
  });

  it('counts nothing where the filters could not be saved, or the ZIP is nowhere', () => {
    expect(previewState({ data: null, error: null }).kind).toBe('gap');
    expect(previewState({ data: { ...preview(0), zipKnown: false }, error: null }).kind).toBe('gap');
  });

  it('tells loading from failing', () => {
    expect(previewState({ data: undefined, error: null }).kind).toBe('loading');
    expect(previewState({ data: undefined, error: new Error('503: Down') }).text).toContain('503: Down');
  });
});

describe('what to widen', () => {
  const all = { includeMobileHomes: true, includeRawLand: true, includeTinyHomes: true };

  it('names what is not at its widest', () => {
    expect(widening(values, 150_000)).toBe('Try a wider radius, a higher max price, or more property types.');
    expect(widening({ ...values, mileageRadius: 250 }, 150_000)).toBe('Try a higher max price or more property types.');
    expect(widening({ ...values, ...all, mileageRadius: 250 }, 150_000)).toBe('Try a higher max price.');
  });

  it('has nothing to say where all is', () => {
    expect(widening({ ...values, ...all, mileageRadius: 250, maxPrice: '150000' }, 150_000)).toBe('');
  });
});
