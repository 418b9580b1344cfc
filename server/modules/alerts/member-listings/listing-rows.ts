import { factNames } from '#domain/figures/contract.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import { placeParts } from '#domain/listing/place-text.contract.ts';

const factColumns = ['sentAt', 'title', 'price', 'previousPrice', 'type', ...placeParts, 'miles', 'signals'];
const figureColumns = ['address', ...factNames];
const markColumns = ['withdrawnAt', 'saved', 'hidden', 'status', 'note', 'link', 'id', 'searches'];
export const listingColumns = [...factColumns, ...figureColumns, ...markColumns];

/** The rows of a file with these columns. */
export async function* toCsvPages(pages: AsyncGenerator<ListingView[]>): AsyncGenerator<(string | number)[][]> {
  for await (const listings of pages) yield listings.map(toCells);
}

function toCells(listing: ListingView): (string | number)[] {
  const { sentAt, title, price, previousPrice, propertyType, place, miles, signals, withdrawnAt, marks } = listing;
  const { saved, hidden, status, note } = marks;
  const parts = placeParts.map((name) => place?.[name]);
  const figures = [place?.address, ...factNames.map((name) => listing.facts[name]?.value)];
  const reasons = signals.map(({ says }) => says).join('; ');
  const facts = [sentAt, title, price, previousPrice, propertyType, ...parts, miles, reasons];
  const [isSaved, isHidden] = [saved, hidden].map((isOn) => (isOn ? 'Yes' : 'No'));
  const searches = listing.searches.map(({ name }) => name).join('; ');
  const own = [withdrawnAt, isSaved, isHidden, status, note, listing.link, listing.id, searches];
  return [...facts, ...figures, ...own].map((cell) => cell ?? '');
}
