import type { ListingView } from '#domain/listing/contract.ts';
import { placeParts } from '#domain/listing/place-text.contract.ts';

const factColumns = ['sentAt', 'title', 'price', 'previousPrice', 'type', ...placeParts, 'miles', 'signals'];
export const listingColumns = [...factColumns, 'withdrawnAt', 'saved', 'hidden', 'note', 'link', 'id'];

/** The rows of a file with these columns. */
export async function* toCsvPages(pages: AsyncGenerator<ListingView[]>): AsyncGenerator<(string | number)[][]> {
  for await (const listings of pages) yield listings.map(toCells);
}

function toCells(listing: ListingView): (string | number)[] {
  const { sentAt, title, price, previousPrice, propertyType, place, miles, signals, withdrawnAt, marks } = listing;
  const { saved, hidden, note } = marks;
  const parts = placeParts.map((name) => place?.[name]);
  const reasons = signals.map(({ says }) => says).join('; ');
  const facts = [sentAt, title, price, previousPrice, propertyType, ...parts, miles, reasons, withdrawnAt];
  const [isSaved, isHidden] = [saved, hidden].map((isOn) => (isOn ? 'Yes' : 'No'));
  return [...facts, isSaved, isHidden, note, listing.link, listing.id].map((cell) => cell ?? '');
}
