import { newSearch, type Search } from '../searches.contract.ts';

/** A further search in Detroit with the defaults of the forms. */
export function createSearch(changes: Partial<Search> = {}): Search {
  return { ...newSearch.parse({ name: 'Cabins', zipCode: '48204' }), ...changes };
}
