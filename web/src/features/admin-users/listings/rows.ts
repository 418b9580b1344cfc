import { type SavedListing, savedListingsLimit } from '#domain/user/contract.ts';

const fieldNames = ['title', 'price', 'details', 'link', 'imageUrl'] as const;
export type FieldName = (typeof fieldNames)[number];
type Texts = Record<FieldName, string>;

/** A listing in the panel; `timestamp` is null until it was saved, and so long it stays open for editing. */
export type Row = Texts & { key: string; timestamp: string | null; isOpen: boolean };

/** What is being edited. `basis` are the saved listings that it began with, `removed` what an undo brings back. */
export type Draft = { basis: SavedListing[]; rows: Row[]; removed: { row: Row; index: number }[] };

export type RowChange = Partial<Texts & { isOpen: boolean }>;
export type Order = 'newest' | 'oldest';

const empty: Texts = { title: '', price: '', details: '', link: '', imageUrl: '' };
let lastKey = 0;

function keyed(row: Omit<Row, 'key'>): Row {
  lastKey += 1;
  return { key: `row-${lastKey}`, ...row };
}

export function emptyRow(): Row {
  return keyed({ ...empty, timestamp: null, isOpen: true });
}

/** The rows as they are loaded: none are one empty row. */
export function draftOf(saved: SavedListing[]): Draft {
  const rows = saved.map((listing) => keyed({ ...listing, isOpen: false }));
  return { basis: saved, rows: rows.length > 0 ? rows : [emptyRow()], removed: [] };
}

/** What a save would send: blank rows are left out. */
export function listingsOf({ rows }: Draft): (Texts & { timestamp: string | null })[] {
  return rows.filter((row) => !isBlank(row)).map(({ key: _key, isOpen: _isOpen, ...listing }) => listing);
}

export function isEdited(draft: Draft): boolean {
  return !sameListings(listingsOf(draft), draft.basis);
}

export function isBlank(row: Texts): boolean {
  return fieldNames.every((name) => row[name].trim() === '');
}

type Listings = readonly (Texts & { timestamp: string | null })[];

export function sameListings(some: Listings, others: Listings): boolean {
  return some.length === others.length && some.every((listing, index) => isSame(listing, others[index]));
}

function isSame(some: Listings[number], other: Listings[number] | undefined): boolean {
  return some.timestamp === other?.timestamp && fieldNames.every((name) => some[name] === other[name]);
}

/** Takes over what somebody else saved where nothing was edited: rows that stay the same stay as they stand. */
export function followed({ basis, rows }: Draft, saved: SavedListing[]): Draft {
  const left = [...rows];
  const following = saved.map((listing) => {
    const at = left.findIndex((row) => isSame(row, listing));
    const [standing] = at < 0 ? [] : left.splice(at, 1);
    return standing ?? keyed({ ...listing, isOpen: false });
  });
  // A row that was added and is still empty is about to be filled; the one that stood for none is not.
  const begun = basis.length === 0 ? [] : left.filter((row) => row.timestamp === null);
  const all = [...following, ...begun].slice(0, savedListingsLimit);
  return all.length > 0 ? { basis: saved, rows: all, removed: [] } : draftOf(saved);
}

export function withChange(draft: Draft, key: string, change: RowChange): Draft {
  return { ...draft, rows: draft.rows.map((row) => (row.key === key ? { ...row, ...change } : row)) };
}

export function without({ basis, rows, removed }: Draft, key: string): Draft {
  const index = rows.findIndex((row) => row.key === key);
  const row = rows[index];
  if (!row) return { basis, rows, removed };
  return {
    basis,
    rows: rows.filter((other) => other !== row),
    removed: isBlank(row) ? removed : [...removed, { row, index }],
  };
}

/** Puts back the row that was removed last. */
export function restored({ basis, rows, removed }: Draft): Draft {
  const last = removed.at(-1);
  if (!last) return { basis, rows, removed };
  return { basis, rows: rows.toSpliced(last.index, 0, last.row), removed: removed.slice(0, -1) };
}

/** The row that takes the place of one that goes: the next, else the one before. */
export function neighbourOf(rows: readonly Row[], key: string): Row | null {
  const index = rows.findIndex((row) => row.key === key);
  return rows[index + 1] ?? rows[index - 1] ?? null;
}

/** By when they were saved; a row that never was is newer than all. */
export function inOrder(rows: readonly Row[], order: Order): Row[] {
  const sign = order === 'newest' ? -1 : 1;
  return rows.toSorted((one, other) => sign * (timeOf(one) === timeOf(other) ? 0 : timeOf(one) - timeOf(other)));
}

/** The order that the rows do not stand in yet. */
export function orderToCome(rows: readonly Row[]): Order {
  return inOrder(rows, 'newest').every((row, index) => row === rows[index]) ? 'oldest' : 'newest';
}

function timeOf({ timestamp }: Row): number {
  return timestamp === null ? Infinity : Date.parse(timestamp);
}
