import { expect, it } from 'vitest';
import { newSearch } from '#domain/user/searches.contract.ts';
import { createSearchView } from '#web/lib/testing/example-search.ts';
import { createFilterSchema } from '../filter-values.ts';
import { newSearchDraft, toCopyDraft, toSearchValues } from './search-values.ts';

const search = createSearchView({ id: 'lakes', name: 'Lake houses', maxPrice: 90_000, zipCode: '49503' });

it('The form of a search shows what is saved', () => {
  expect(toSearchValues(search)).toMatchObject({ name: 'Lake houses', maxPrice: '90000', zipCode: '49503' });
});

it('The form of a new search begins with the defaults of the server', () => {
  const given = { name: 'Any', zipCode: '48201' };
  const sent = createFilterSchema(150_000).parse({ ...newSearchDraft.values, ...given });
  expect(newSearch.parse(sent)).toEqual(newSearch.parse(given));
});

it('A copy of a search has its values under another name, which is never too long', () => {
  expect(toCopyDraft(search).values).toEqual({ ...toSearchValues(search), name: 'Lake houses copy' });
  const { name } = toCopyDraft({ ...search, name: 'x'.repeat(60) }).values;
  expect(newSearch.shape.name.parse(name)).toBe(`${'x'.repeat(55)} copy`);
});
