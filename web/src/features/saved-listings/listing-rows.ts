import { listingsBody } from '#domain/user/admin.contract.ts';
import { type SavedListing, savedListingTexts } from '#domain/user/contract.ts';

export type ListingFieldName = (typeof savedListingTexts)[number];
export type EditedListing = Record<ListingFieldName, string> & { timestamp: string | null };

/**
 * A listing in the panel; `timestamp` is null until it is saved, and until then the row stays open for editing. It is
 * validated once a save has reported its problems.
 */
export type ListingRow = EditedListing & { key: number; isOpen: boolean; isValidated: boolean };
export type ListingProblems = Partial<Record<ListingFieldName, string>>;

let lastKey = 0;

function toRow(listing: EditedListing): ListingRow {
  return { ...listing, key: (lastKey += 1), isOpen: listing.timestamp === null, isValidated: false };
}

/** Rows that were stored: a reload begins to count again. */
export function renewKeys(rows: ListingRow[]): ListingRow[] {
  return rows.map((row) => ({ ...row, key: (lastKey += 1) }));
}

export function createEmptyRow(): ListingRow {
  return toRow({ title: '', price: '', details: '', link: '', imageUrl: '', timestamp: null });
}

export const listingFieldLabels: Record<ListingFieldName, string> = {
  title: 'Title',
  price: 'Price',
  details: 'Details',
  link: 'Link',
  imageUrl: 'Image URL',
};

/** The saved listings as closed rows; without listings, one empty row. */
export function toRows(saved: SavedListing[]): ListingRow[] {
  return saved.length > 0 ? saved.map(toRow) : [createEmptyRow()];
}

/** The rows that a save sends: blank rows are left out. */
export function toListings(rows: ListingRow[]): EditedListing[] {
  const filled = rows.filter((row) => savedListingTexts.some((name) => row[name].trim() !== ''));
  return filled.map(({ key: _key, isOpen: _isOpen, isValidated: _isValidated, ...listing }) => listing);
}

export function isSameListings(some: readonly EditedListing[], others: readonly EditedListing[]): boolean {
  return some.length === others.length && some.every((listing, index) => isSameListing(listing, others[index]));
}

function isSameListing(some: EditedListing, other: EditedListing | undefined): boolean {
  return some.timestamp === other?.timestamp && savedListingTexts.every((name) => some[name] === other[name]);
}

/** The problems of each row by the contract; one that concerns a whole row is shown at its title. */
export function findListingProblems(rows: readonly ListingRow[]): ListingProblems[] {
  const problems = rows.map((): ListingProblems => ({}));
  for (const { path, message } of listingsBody.safeParse({ recentListings: rows }).error?.issues ?? []) {
    const [, index, name] = path;
    const field = isFieldName(name) ? name : 'title';
    const rowProblems = problems[Number(index)];
    if (rowProblems) rowProblems[field] ??= labelMessage(field, message);
  }
  return problems;
}

function isFieldName(name: unknown): name is ListingFieldName {
  return typeof name === 'string' && name in listingFieldLabels;
}

/** The contract names a field as the API does, the page by its label. */
function labelMessage(field: ListingFieldName, message: string): string {
  return message.startsWith(`${field} `) ? `${listingFieldLabels[field]}${message.slice(field.length)}` : message;
}
