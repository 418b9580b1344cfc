import type { ChosenListing } from '#domain/matching/match-explanation.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.ts';
import { type FoundListingDoc, readAllListings } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { findListingByAnyId } from './find-listing.ts';

const maxSuggestions = 20;
/** A search goes back no farther than this, so that no word makes it endless. */
const maxScannedCount = 50_000;

/** The newest listings with all these words in their title, or this link, or this id; withdrawn ones come last. */
export async function suggestListings(views: ViewReader, q: string): Promise<ChosenListing[]> {
  const byId = q === '' ? null : await findListingByAnyId(views, q);
  if (byId !== null) return [toChosenListing(byId)];
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found: ChosenListing[] = [];
  let left = maxScannedCount;
  for await (const listing of readAllListings(views)) {
    if (matchesSearch(listing, q, words)) found.push(toChosenListing(listing));
    left -= 1;
    if (found.length === maxSuggestions || left === 0) break;
  }
  return found;
}

function matchesSearch({ title, link }: FoundListingDoc, q: string, words: string[]): boolean {
  if (link === q) return true;
  const lower = title.toLowerCase();
  return words.every((word) => lower.includes(word));
}

function toChosenListing({ id, title, price, city, state, zipCode, foundAt }: FoundListingDoc): ChosenListing {
  const place = city !== null && state !== null ? `${city}, ${state}` : (zipCode ?? '');
  return { id, title, price: formatWholeDollars(price), place, foundAt };
}
