import { describe, expect, it } from 'vitest';
import { newSearch, searchChanges } from './searches.contract.ts';

describe('the schemas of a search', () => {
  const explain = (schema: typeof newSearch | typeof searchChanges, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message);

  it('A new search needs a name and a ZIP, and has the defaults of the forms', () => {
    expect(explain(newSearch, {})).toEqual(['A search needs a name', 'Incorrect ZIP code format, must be 5 numbers']);
    expect(newSearch.parse({ name: ' Cabins ', zipCode: '48204' })).toEqual({
      name: 'Cabins',
      maxPrice: 54_000,
      mileageRadius: 50,
      zipCode: '48204',
      includeMobileHomes: false,
      includeRawLand: false,
      includeTinyHomes: false,
      notificationPreference: 'immediate',
      weeklySummary: false,
      paused: false,
    });
  });

  it('Changes of a search add no defaults', () => {
    expect(searchChanges.parse({ maxPrice: 9000 })).toEqual({ maxPrice: 9000 });
  });

  it.each([
    ['', 'Enter a name for the search'],
    ['  ', 'Enter a name for the search'],
    ['n'.repeat(61), 'The name of a search must be at most 60 characters'],
    [7, 'A search needs a name'],
  ])('The name %j of a search is refused', (name, message) => {
    expect(explain(searchChanges, { name })).toEqual([message]);
  });
});
