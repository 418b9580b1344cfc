import type { ChosenListing } from '#domain/matching/pair-why.contract.ts';
import { dollars } from '#domain/shared/money.ts';
import { type FoundListingDoc, knownListings } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { listingOf } from './found-listing.ts';

const most = 20;
/** A search looks no farther back than this, so that no word makes it endless. */
const mostLookedAt = 50_000;

/** The newest listings with all these words in their title, or this link, or this id; withdrawn ones come last. */
export async function listingsLike(views: ViewReader, q: string): Promise<ChosenListing[]> {
  const byId = q === '' ? null : await listingOf(views, q);
  if (byId !== null) return [choiceOf(byId)];
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found: ChosenListing[] = [];
  let left = mostLookedAt;
  for await (const listing of knownListings(views)) {
    if (isLike(listing, q, words)) found.push(choiceOf(listing));
    left -= 1;
    if (found.length === most || left === 0) break;
  }
  return found;
}

function isLike({ title, link }: FoundListingDoc, q: string, words: string[]): boolean {
  if (link === q) return true;
  const lower = title.toLowerCase();
  return words.every((word) => lower.includes(word));
}

function choiceOf({ id, title, price, city, state, zipCode, foundAt }: FoundListingDoc): ChosenListing {
  const place = city !== null && state !== null ? `${city}, ${state}` : (zipCode ?? '');
  return { id, title, price: dollars(price), place, foundAt };
}
