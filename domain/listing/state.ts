import { matchType } from '#domain/shared/match-type.ts';
import type { PropertyType } from './contract.ts';
import type { HeldItem, ListingEvent, MatchedFacts, RepostData } from './events.ts';

/** `typeByPerson` is the type that a person corrected it to. */
type TypeCorrection = { typeByPerson?: PropertyType };
type ActiveListing = TypeCorrection & { status: 'found'; price: number; lowest: number; facts: MatchedFacts };

/**
 * `price` is the last price, `lowest` the lowest ever seen; `dismissed` is an item that was rejected by a person, or
 * withdrawn while it was held.
 */
export type Listing =
  | { status: 'unknown' }
  | { status: 'held' | 'dismissed'; held: HeldItem; lowest: number | null }
  | ActiveListing
  | (TypeCorrection & { status: 'withdrawn'; price: number; lowest: number; byPerson: boolean })
  | { status: 'reposted'; repost: RepostData };

export const evolveListing = matchType<ListingEvent, [Listing], Listing>({
  ListingFound: ({ data }, state) => toFound(data, pickMatchedFacts(data), state),
  ListingHeld: ({ data: { source, item, reason } }, state) => ({
    status: 'held',
    held: { source, item, reason },
    lowest: readLowest(state),
  }),
  ListingRepriced: ({ data }, state) => toFound(data, data.facts, state),
  ListingRetyped: ({ data }, state) => ({
    ...toFound(data, data.facts, state),
    typeByPerson: data.facts.propertyType,
  }),
  ListingReposted: ({ data }) => ({ status: 'reposted', repost: data }),
  ListingWithdrawn: ({ data }, state) => toWithdrawn(state, data.byPerson),
  ListingAccepted: (_event, state) => state,
  ListingRejected: (_event, state) => toWithdrawn(state),
});

function toFound({ price }: { price: number }, facts: MatchedFacts, state: Listing): ActiveListing {
  const lowest = Math.min(price, readLowest(state) ?? price);
  return { status: 'found', price, lowest, facts, ...pickCorrection(state, facts) };
}

/** A correction ends where a person entered the listing with another type. */
function pickCorrection(state: Listing, { propertyType }: Pick<MatchedFacts, 'propertyType'>): TypeCorrection {
  return readTypeByPerson(state) === propertyType ? { typeByPerson: propertyType } : {};
}

export function readTypeByPerson(state: Listing): PropertyType | undefined {
  return 'typeByPerson' in state ? state.typeByPerson : undefined;
}

export function pickMatchedFacts({
  title,
  details,
  link,
  imageUrl,
  propertyType,
  place,
  reasons,
  given,
}: MatchedFacts): MatchedFacts {
  return { title, details, link, imageUrl, propertyType, place, reasons, ...(given && { given }) };
}

function toWithdrawn(state: Listing, byPerson = false): Listing {
  if (state.status === 'held') return { ...state, status: 'dismissed' };
  if (state.status !== 'found') return state;
  const { price, lowest, facts } = state;
  return { status: 'withdrawn', price, lowest, byPerson, ...pickCorrection(state, facts) };
}

function readLowest(state: Listing): number | null {
  return 'lowest' in state ? state.lowest : null;
}
