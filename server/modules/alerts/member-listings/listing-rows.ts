import type { ListingView } from '#domain/listing/contract.ts';
import { placeParts } from '#domain/listing/place-text.contract.ts';

export const listingColumns = [
  ...['sentAt', 'title', 'price', 'previousPrice', 'type', ...placeParts, 'miles', 'signals', 'withdrawnAt'],
  ...['saved', 'hidden', 'note', 'link', 'id'],
];

/** The rows of a file with these columns. */
export async function* toCsvPages(pages: AsyncGenerator<ListingView[]>): AsyncGenerator<(string | number)[][]> {
  for await (const listings of pages) yield listings.map(toCells);
}

function toCells(listing: ListingView): (string | number)[] {
  const { sentAt, title, price, previousPrice, propertyType, place, miles, signals, withdrawnAt, marks } = listing;
  const { saved, hidden, note } = marks;
  return [
    ...[sentAt, title, price ?? '', previousPrice ?? '', propertyType ?? ''],
    ...placeParts.map((name) => place?.[name] ?? ''),
    ...[miles ?? '', signals.map(({ says }) => says).join('; '), withdrawnAt ?? ''],
    ...[saved ? 'Yes' : 'No', hidden ? 'Yes' : 'No', note, listing.link, listing.id],
  ];
}
