import { standardPriceLimit } from '#domain/user/contract.ts';
import { firstSearch, type SavedSearch, type Search, type SearchChanges } from '#domain/user/searches.contract.ts';
import { toSearchNameKey } from '#domain/user/searches.ts';
import type { UserDoc } from '#projections/users.ts';
import { parseNewSearch, parseSearchRow } from './parse-row.ts';
import type { TableRow } from './sheet.ts';

/** A search that a further row of a user adds, or changes where the user has one of that name. */
export type PlannedSearch = { row: number; nameKey: string; isUnchanged: boolean } & (
  | { saved: SavedSearch; changes: SearchChanges }
  | { saved: null; search: Search }
);

/** The rows of the same user before this one. */
type EarlierRows = { user: UserDoc | null; searches: readonly PlannedSearch[] };

/** The search of a further row, or why the row is skipped. `most` counts the first search too. */
export function planSearch(
  tableRow: TableRow,
  { user, searches }: EarlierRows,
  most: number,
): PlannedSearch | { reason: string } {
  const parsed = parseSearchRow(tableRow);
  if ('reason' in parsed) return parsed;
  const { name, ...changes } = parsed;
  const own = { row: tableRow.row, nameKey: toSearchNameKey(name) };
  const reason = findNameProblem(own.nameKey, searches) ?? findPriceProblem(changes, user);
  if (reason !== null) return { reason };
  const before = user?.searches ?? [];
  const saved = before.find((one) => toSearchNameKey(one.name) === own.nameKey);
  if (saved !== undefined) return { ...own, saved, changes, isUnchanged: isContained(changes, saved) };
  const added = searches.filter((one) => one.saved === null);
  if (1 + before.length + added.length >= most) return { reason: `A member can have at most ${most} searches` };
  const search = parseNewSearch(parsed);
  return 'reason' in search ? search : { ...own, saved: null, search, isUnchanged: false };
}

function findNameProblem(nameKey: string, searches: readonly PlannedSearch[]): string | null {
  if (nameKey === toSearchNameKey(firstSearch.name)) return `The first row of an email is ${firstSearch.name}`;
  const same = searches.find((one) => one.nameKey === nameKey);
  return same ? `The same search is in row ${same.row} already` : null;
}

/** Each user has their own limit. */
export function findPriceProblem({ maxPrice = 0 }: SearchChanges, user: UserDoc | null): string | null {
  const limit = user?.maxPriceLimit ?? standardPriceLimit;
  return maxPrice > limit ? `Max price must be at most $${limit.toLocaleString('en-US')}` : null;
}

/** Only what a row sets is compared. */
export function isContained(given: object, current: object): boolean {
  const values = new Map<string, unknown>(Object.entries(current));
  return Object.entries(given).every(
    ([name, value]) => value === undefined || value === null || value === values.get(name),
  );
}
