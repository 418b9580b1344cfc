import { listingsBody } from '#domain/user/admin.contract.ts';
import type { FieldName, Row } from './rows.ts';

export const labels: Record<FieldName, string> = {
  title: 'Title',
  price: 'Price',
  details: 'Details',
  link: 'Link',
  imageUrl: 'Image URL',
};

export type Problems = Partial<Record<FieldName, string>>;

/** What the contract objects to, by the key of the row; what concerns a whole row stands at its title. */
export function problemsOf(rows: readonly Row[]): Map<string, Problems> {
  const problems = new Map<string, Problems>();
  const { error } = listingsBody.safeParse({ recentListings: rows });
  for (const { path, message } of error?.issues ?? []) {
    const [, index, name] = path;
    const row = typeof index === 'number' ? rows[index] : undefined;
    if (!row) continue;
    const field = isFieldName(name) ? name : 'title';
    problems.set(row.key, { [field]: sentence(field, message), ...problems.get(row.key) });
  }
  return problems;
}

function isFieldName(name: unknown): name is FieldName {
  return typeof name === 'string' && name in labels;
}

/** The contract names a field as the API does, the page by its label. */
function sentence(field: FieldName, message: string): string {
  return message.startsWith(`${field} `) ? `${labels[field]}${message.slice(field.length)}` : message;
}
