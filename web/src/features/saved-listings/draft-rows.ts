import { type SavedListing, maxSavedListings, savedListingTexts } from '#domain/user/contract.ts';

export type ListingFieldName = (typeof savedListingTexts)[number];
type ListingTexts = Record<ListingFieldName, string>;

/** A listing in the panel; `timestamp` is null until it is saved, and until then the row stays open for editing. */
export type DraftRow = ListingTexts & { key: string; timestamp: string | null; isOpen: boolean };

/** The edited rows. `basis` are the saved listings at the start, `removed` the rows that an undo restores. */
export type ListingsDraft = { basis: SavedListing[]; rows: DraftRow[]; removed: { row: DraftRow; index: number }[] };

export type DraftRowChange = Partial<ListingTexts & { isOpen: boolean }>;
export type RowOrder = 'newest' | 'oldest';

const emptyTexts: ListingTexts = { title: '', price: '', details: '', link: '', imageUrl: '' };
let lastKey = 0;

function addKey(row: Omit<DraftRow, 'key'>): DraftRow {
  lastKey += 1;
  return { key: `row-${lastKey}`, ...row };
}

export function createEmptyRow(): DraftRow {
  return addKey({ ...emptyTexts, timestamp: null, isOpen: true });
}

/** The rows as loaded; without listings, one empty row. */
export function createDraft(saved: SavedListing[]): ListingsDraft {
  const rows = saved.map((listing) => addKey({ ...listing, isOpen: false }));
  return { basis: saved, rows: rows.length > 0 ? rows : [createEmptyRow()], removed: [] };
}

/** The rows that a save sends: blank rows are left out. */
export function toListings({ rows }: ListingsDraft): (ListingTexts & { timestamp: string | null })[] {
  return rows.filter((row) => !isBlankRow(row)).map(({ key: _key, isOpen: _isOpen, ...listing }) => listing);
}

export function isEdited(draft: ListingsDraft): boolean {
  return !isSameListings(toListings(draft), draft.basis);
}

export function isBlankRow(row: ListingTexts): boolean {
  return savedListingTexts.every((name) => row[name].trim() === '');
}

type DraftListings = readonly (ListingTexts & { timestamp: string | null })[];

export function isSameListings(some: DraftListings, others: DraftListings): boolean {
  return some.length === others.length && some.every((listing, index) => isSameListing(listing, others[index]));
}

function isSameListing(some: DraftListings[number], other: DraftListings[number] | undefined): boolean {
  return some.timestamp === other?.timestamp && savedListingTexts.every((name) => some[name] === other[name]);
}

/** Applies what another admin saved if nothing was edited; unchanged rows keep their state. */
export function mergeSavedListings({ basis, rows }: ListingsDraft, saved: SavedListing[]): ListingsDraft {
  const unmatched = [...rows];
  const merged = saved.map((listing) => {
    const at = unmatched.findIndex((row) => isSameListing(row, listing));
    const [match] = at < 0 ? [] : unmatched.splice(at, 1);
    return match ?? addKey({ ...listing, isOpen: false });
  });
  // An added row that is still empty is about to be filled; the placeholder for an empty list is not.
  const newRows = basis.length === 0 ? [] : unmatched.filter((row) => row.timestamp === null);
  const all = [...merged, ...newRows].slice(0, maxSavedListings);
  return all.length > 0 ? { basis: saved, rows: all, removed: [] } : createDraft(saved);
}

export function updateRow(draft: ListingsDraft, key: string, change: DraftRowChange): ListingsDraft {
  return { ...draft, rows: draft.rows.map((row) => (row.key === key ? { ...row, ...change } : row)) };
}

export function removeRow({ basis, rows, removed }: ListingsDraft, key: string): ListingsDraft {
  const index = rows.findIndex((row) => row.key === key);
  const row = rows[index];
  if (!row) return { basis, rows, removed };
  return {
    basis,
    rows: rows.filter((other) => other !== row),
    removed: isBlankRow(row) ? removed : [...removed, { row, index }],
  };
}

/** Restores the row that was removed last. */
export function restoreRow({ basis, rows, removed }: ListingsDraft): ListingsDraft {
  const last = removed.at(-1);
  if (!last) return { basis, rows, removed };
  return { basis, rows: rows.toSpliced(last.index, 0, last.row), removed: removed.slice(0, -1) };
}

/** The row that replaces a removed one: the next, else the one before. */
export function findNeighbour(rows: readonly DraftRow[], key: string): DraftRow | null {
  const index = rows.findIndex((row) => row.key === key);
  return rows[index + 1] ?? rows[index - 1] ?? null;
}

/** Compares by time of saving; an unsaved row is newer than all others. */
export function sortRows(rows: readonly DraftRow[], order: RowOrder): DraftRow[] {
  const sign = order === 'newest' ? -1 : 1;
  return rows.toSorted((one, other) => sign * (getTime(one) === getTime(other) ? 0 : getTime(one) - getTime(other)));
}

/** The sort order that the rows are not in yet. */
export function getNextOrder(rows: readonly DraftRow[]): RowOrder {
  return sortRows(rows, 'newest').every((row, index) => row === rows[index]) ? 'oldest' : 'newest';
}

function getTime({ timestamp }: DraftRow): number {
  return timestamp === null ? Infinity : Date.parse(timestamp);
}
