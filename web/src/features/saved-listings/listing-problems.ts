import { listingsBody } from '#domain/user/admin.contract.ts';
import type { ListingFieldName, DraftRow } from './draft-rows.ts';

export const listingFieldLabels: Record<ListingFieldName, string> = {
  title: 'Title',
  price: 'Price',
  details: 'Details',
  link: 'Link',
  imageUrl: 'Image URL',
};

export type ListingProblems = Partial<Record<ListingFieldName, string>>;

/** Contract violations by the key of the row; one that concerns a whole row is shown at its title. */
export function findListingProblems(rows: readonly DraftRow[]): Map<string, ListingProblems> {
  const problems = new Map<string, ListingProblems>();
  const { error } = listingsBody.safeParse({ recentListings: rows });
  for (const { path, message } of error?.issues ?? []) {
    const [, index, name] = path;
    const row = typeof index === 'number' ? rows[index] : undefined;
    if (!row) continue;
    const field = isFieldName(name) ? name : 'title';
    problems.set(row.key, { [field]: toLabelledMessage(field, message), ...problems.get(row.key) });
  }
  return problems;
}

function isFieldName(name: unknown): name is ListingFieldName {
  return typeof name === 'string' && name in listingFieldLabels;
}

/** The contract names a field as the API does, the page by its label. */
function toLabelledMessage(field: ListingFieldName, message: string): string {
  return message.startsWith(`${field} `) ? `${listingFieldLabels[field]}${message.slice(field.length)}` : message;
}
