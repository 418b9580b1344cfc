import type { ChosenListing } from '#domain/matching/match-explanation.contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { searchListings } from './search-listings.ts';

const maxSuggestions = 20;

/** The newest listings that a search finds. */
export async function suggestListings(views: ViewReader, q: string): Promise<ChosenListing[]> {
  const { listings } = await searchListings(views, { q, limit: maxSuggestions });
  return listings.map(({ id, title, price, priceText, place: { city, state, zipCode }, foundAt }) => {
    const place = city !== null && state !== null ? `${city}, ${state}` : (zipCode ?? '');
    return { id, title, price, priceText, place, foundAt };
  });
}
