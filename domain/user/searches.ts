import { Rejected } from '#domain/shared/decider.ts';
import type { UserCommandData } from './commands.ts';
import type { UserEvent } from './events.ts';
import { firstSearch, type SavedSearch } from './searches.contract.ts';

/** The part of a user that the searches are decided by. */
type Searcher = { searches: SavedSearch[]; removedSearches: SavedSearch[]; maxPriceLimit: number };

/** `most` counts the first search too. */
export function addSearch(
  { userId, searchId, search, most }: UserCommandData<'AddSearch'>,
  user: Searcher,
): UserEvent[] {
  if (user.searches.some(({ id }) => id === searchId)) return [];
  if (user.searches.length + 1 >= most) throw new Rejected('too-many-searches');
  assertAllowed({ ...search, id: searchId }, user);
  return [{ type: 'SearchAdded', data: { userId, searchId, search } }];
}

/** Only a difference is recorded. */
export function changeSearch(
  { userId, searchId, changes }: UserCommandData<'ChangeSearch'>,
  user: Searcher,
): UserEvent[] {
  assertNotFirst(searchId);
  const saved = user.searches.find(({ id }) => id === searchId);
  if (saved === undefined) throw new Rejected('search-not-found');
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed: SavedSearch = { ...saved, ...Object.fromEntries(given) };
  if (isSame(saved, changed)) return [];
  assertAllowed(changed, user);
  const { id, ...search } = changed;
  return [{ type: 'SearchChanged', data: { userId, searchId: id, search } }];
}

/** Of the last removed ones, a repeated command decides nothing. */
export function removeSearch(
  { userId, searchId }: UserCommandData<'RemoveSearch'>,
  { searches, removedSearches }: Searcher,
): UserEvent[] {
  assertNotFirst(searchId);
  if (removedSearches.some(({ id }) => id === searchId)) return [];
  if (searches.every(({ id }) => id !== searchId)) throw new Rejected('search-not-found');
  return [{ type: 'SearchRemoved', data: { userId, searchId } }];
}

/** Adds a removed search as it was. */
export function restoreSearch(
  { userId, searchId, most }: UserCommandData<'RestoreSearch'>,
  user: Searcher,
): UserEvent[] {
  const removed = user.removedSearches.find(({ id }) => id === searchId);
  if (removed === undefined && user.searches.every(({ id }) => id !== searchId)) throw new Rejected('search-not-found');
  if (removed === undefined) return [];
  const { id, ...search } = removed;
  return addSearch({ userId, searchId: id, search, most }, user);
}

function assertNotFirst(searchId: string): void {
  if (searchId === firstSearch.id) throw new Rejected('first-search');
}

function assertAllowed({ id, name, maxPrice }: SavedSearch, { searches, maxPriceLimit }: Searcher): void {
  const isTaken = [firstSearch, ...searches].some(
    (one) => one.id !== id && toSearchNameKey(one.name) === toSearchNameKey(name),
  );
  if (isTaken) throw new Rejected('search-name-taken');
  if (maxPrice > maxPriceLimit) throw new Rejected('price-above-limit');
}

/** Two searches of a member never have the same. */
export function toSearchNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function isSame(some: SavedSearch, other: SavedSearch): boolean {
  return Object.entries(some).every(([name, value]) => value === other[name as keyof SavedSearch]); // its own fields
}

/** The searches once one of them is added or changed; the order is that in which they were added. */
export function putSearch(searches: readonly SavedSearch[], saved: SavedSearch): SavedSearch[] {
  return searches.some(({ id }) => id === saved.id)
    ? searches.map((one) => (one.id === saved.id ? saved : one))
    : [...searches, saved];
}

export function omitSearch(searches: readonly SavedSearch[], searchId: string): SavedSearch[] {
  return searches.filter(({ id }) => id !== searchId);
}
