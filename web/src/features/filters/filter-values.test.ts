import { describe, expect, it } from 'vitest';
import { unsetFilters } from '#web/lib/testing/example-user.ts';
import {
  pickFilterChanges,
  cleanPrice,
  cleanZip,
  createFilterSchema,
  toFilterValues,
  mergeSavedFilters,
  isSameFilters,
  hasVisibleDifference,
} from './filter-values.ts';

describe('The filter form of a user who never saved filters', () => {
  it('The filter form of a user who never saved filters shows the defaults', () => {
    expect(toFilterValues(unsetFilters)).toMatchObject({ maxPrice: '54000', mileageRadius: 50, zipCode: '' });
  });
});

describe('A price in the filter form', () => {
  it('A price in the filter form keeps only digits', () => {
    expect(cleanPrice('$45,000', 150_000)).toBe('45000');
    expect(cleanPrice('abc', 150_000)).toBe('');
  });

  it('A price in the filter form drops cents instead of making them dollars', () => {
    expect(cleanPrice('45000.50', 150_000)).toBe('45000');
  });

  it('A price in the filter form is clamped to the limit of the user', () => {
    expect(cleanPrice('150001', 150_000)).toBe('150000');
    expect(cleanPrice('250000', 300_000)).toBe('250000');
    expect(cleanPrice('99999999999999999999', 150_000)).toBe('150000');
  });

  it('A price in the filter form loses leading zeros', () => {
    expect(cleanPrice('007', 150_000)).toBe('7');
    expect(cleanPrice('0', 150_000)).toBe('0');
  });
});

describe('A ZIP in the filter form', () => {
  it('A ZIP in the filter form keeps only digits, five at most', () => {
    expect(cleanZip('48 204-1234')).toBe('48204');
    expect(cleanZip('a1')).toBe('1');
  });
});

describe('A submitted filter form', () => {
  const values = { ...toFilterValues(unsetFilters), zipCode: '48204' };

  it('A submitted filter form has the price as a number', () => {
    expect(createFilterSchema(150_000).parse(values)).toMatchObject({ maxPrice: 54_000, zipCode: '48204' });
  });

  it.each(['', '4820', '482044', '4820a'])('A submitted filter form refuses the ZIP %j', (zipCode) => {
    const { error } = createFilterSchema(150_000).safeParse({ ...values, zipCode });
    expect(error?.issues[0]?.message).toBe('Incorrect ZIP code format, must be 5 numbers');
  });

  it('A submitted filter form refuses a price above the limit, which may have been lowered since', () => {
    const { error } = createFilterSchema(150_000).safeParse({ ...values, maxPrice: '150001' });
    expect(error?.issues[0]?.message).toBe('Enter a price from $0 to $150k');
  });

  it('A submitted filter form refuses an empty price with a message', () => {
    const { error } = createFilterSchema(150_000).safeParse({ ...values, maxPrice: '' });
    expect(error?.issues[0]?.message).toBe('Enter a price from $0 to $150k');
  });
});

it('Unsaved changes of the filters are detected by value', () => {
  const values = toFilterValues(unsetFilters);
  expect(isSameFilters(values, { ...values })).toBe(true);
  expect(isSameFilters(values, { ...values, includeRawLand: true })).toBe(false);
});

describe('A filter form whose saved filters change elsewhere', () => {
  const before = toFilterValues(unsetFilters);

  it('A filter form whose saved filters change elsewhere keeps the edits and updates the rest', () => {
    const saved = { ...before, maxPrice: '77000', mileageRadius: 100 as const };
    expect(mergeSavedFilters({ ...before, maxPrice: '31000' }, before, saved)).toEqual({ ...saved, maxPrice: '31000' });
  });

  it('A filter form whose saved filters change elsewhere updates everything if nothing was edited', () => {
    const saved = { ...before, zipCode: '48201', includeRawLand: true };
    expect(mergeSavedFilters(before, before, saved)).toEqual(saved);
  });
});

describe('A save of filters', () => {
  const saved = toFilterValues(unsetFilters);
  const filters = createFilterSchema(150_000).parse({ ...saved, zipCode: '48201' });

  it('A save of filters sends every filter, and the mail settings only if they changed', () => {
    expect(Object.keys(pickFilterChanges(filters, saved, 'home'))).toEqual([
      'maxPrice',
      'mileageRadius',
      'zipCode',
      'includeMobileHomes',
      'includeRawLand',
      'includeTinyHomes',
      'notificationPreference',
    ]);
    expect(pickFilterChanges({ ...filters, alertMails: false }, saved, 'home')).toMatchObject({ alertMails: false });
  });

  it('A save of filters leaves out what the older settings page does not show', () => {
    expect(Object.keys(pickFilterChanges({ ...filters, alertMails: false }, saved, 'settings'))).toEqual([
      'maxPrice',
      'mileageRadius',
      'zipCode',
      'includeMobileHomes',
      'includeRawLand',
    ]);
  });

  it('A save of a further search sends its name, and none of the settings of the account', () => {
    const sent = pickFilterChanges({ ...filters, name: 'Lake houses', quietHours: true }, saved, 'search');
    expect(sent).toMatchObject({ name: 'Lake houses', zipCode: '48201', notificationPreference: 'immediate' });
    expect(Object.keys(sent)).not.toContain('quietHours');
  });

  it('A save of a new search sends every value that it shows', () => {
    expect(pickFilterChanges({ ...filters, weeklySummary: true }, null, 'search')).toMatchObject({
      weeklySummary: true,
    });
  });
});

it('Two sets of filters are equal on a page that does not show their differences', () => {
  const values = toFilterValues(unsetFilters);
  const other = { ...values, includeTinyHomes: true, alertMails: false };
  expect(hasVisibleDifference(values, other, 'home')).toBe(true);
  expect(hasVisibleDifference(values, other, 'settings')).toBe(false);
});
