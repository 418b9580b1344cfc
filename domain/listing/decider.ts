import { matchType } from '#domain/shared/match-type.ts';
import { type Decider, Rejected } from '#domain/shared/decider.ts';
import type { RepostMatch } from '#domain/deduplication/repost-evidence.ts';
import type { PropertyType } from './contract.ts';
import { builtInSources } from './built-in-sources.ts';
import type { HeldItem, ListingEvent, ListingFacts, MatchedFacts, RepostData } from './events.ts';
import { evolveListing, type Listing, pickMatchedFacts, readTypeByPerson } from './state.ts';

type FoundData = { listingId: string } & ListingFacts;

/**
 * The result of intake for an item. It describes the current state of the item, so the same item again decides nothing.
 */
export type ListingCommand =
  /** `isPriceQuiet` where a lower price than before may be that of another property: it is not told as a price drop. */
  | { type: 'Find'; data: FoundData; isPriceQuiet?: boolean }
  | { type: 'Hold'; data: { listingId: string } & HeldItem }
  | { type: 'Reprice'; data: { listingId: string; price: number } }
  /** The type as a person sees it; sources do not change it any more. */
  | { type: 'Retype'; data: { listingId: string; propertyType: PropertyType } }
  | { type: 'Repost'; data: RepostData }
  | { type: 'Withdraw'; data: { listingId: string; reason: string; byPerson?: boolean } }
  /** `original` where the item that a person accepted is a repost of a known listing. */
  | { type: 'Accept'; data: { facts: FoundData; corrected: string[]; original: RepostMatch | null } }
  | { type: 'Reject'; data: { listingId: string; title: string; reason?: string } };

/** Stream `listing-<listingId>`: one item of one source, through its changes. */
export const listing: Decider<ListingCommand, ListingEvent, Listing> = {
  decide: matchType<ListingCommand, [Listing], ListingEvent[]>({
    Find: ({ data, isPriceQuiet }, state) => find(data, state, isPriceQuiet),
    Hold: ({ data }, state) => hold(data, state),
    Reprice: ({ data }, state) => reprice(data, state),
    Retype: ({ data }, state) => retype(data, state),
    Repost: ({ data }, state) => repost(data, state),
    Withdraw: ({ data }, state) => withdraw(data, state),
    Accept: ({ data }, state) => accept(data, state),
    Reject: ({ data }, state) => reject(data, state),
  }),
  evolve: (state, event) => evolveListing(event, state),
  initialState: { status: 'unknown' },
};

type ListingCommandData<Type extends ListingCommand['type']> = Extract<ListingCommand, { type: Type }>['data'];

function find(found: ListingCommandData<'Find'>, state: Listing, isPriceQuiet = false): ListingEvent[] {
  const { listingId, price, source } = found;
  if (state.status === 'found') return reprice({ listingId, price }, state);
  if (state.status === 'reposted') return repost({ ...state.repost, price }, state);
  // A source that still shows it does not undo what a person did.
  const data = source === builtInSources.entry ? found : changeType(found, readTypeByPerson(state));
  const foundEvent: ListingEvent = { type: 'ListingFound', data };
  if (state.status !== 'withdrawn' || isPriceQuiet) return [foundEvent];
  const { lowest, byPerson } = state;
  if (byPerson && price >= lowest && source !== builtInSources.entry) return [];
  const before = { status: 'found', price: state.price, lowest, facts: pickMatchedFacts(data) } as const;
  return [foundEvent, ...reprice({ listingId, price }, before)];
}

function hold(data: ListingCommandData<'Hold'>, state: Listing): ListingEvent[] {
  if (state.status === 'found' || state.status === 'reposted' || state.status === 'dismissed') return [];
  if (state.status === 'held' && data.reason === state.held.reason && isSameItem(data, state.held)) return [];
  return [{ type: 'ListingHeld', data }];
}

export function isSameItem(some: Pick<HeldItem, 'item'>, other: Pick<HeldItem, 'item'>): boolean {
  return JSON.stringify(some.item) === JSON.stringify(other.item);
}

function reprice({ listingId, price }: ListingCommandData<'Reprice'>, state: Listing): ListingEvent[] {
  if (state.status !== 'found') throw new Rejected('listing-not-found');
  if (price === state.price) return [];
  const { price: previousPrice, lowest: lowestBefore, facts } = state;
  return [{ type: 'ListingRepriced', data: { listingId, price, previousPrice, lowestBefore, facts } }];
}

function retype({ listingId, propertyType }: ListingCommandData<'Retype'>, state: Listing): ListingEvent[] {
  if (state.status === 'withdrawn') throw new Rejected('listing-withdrawn');
  if (state.status !== 'found') throw new Rejected('listing-not-found');
  const { price, facts } = state;
  const { propertyType: previousType } = facts;
  if (propertyType === previousType) return [];
  const data = { listingId, price, previousType, facts: changeType(facts, propertyType) };
  return [{ type: 'ListingRetyped', data }];
}

/** Words that were quoted for another type are no signals of this one. */
function changeType<Facts extends MatchedFacts>(facts: Facts, propertyType: PropertyType = facts.propertyType): Facts {
  if (propertyType === facts.propertyType) return facts;
  const reasons = facts.reasons.filter(({ says }) => !says.toLowerCase().startsWith(facts.propertyType));
  return { ...facts, propertyType, reasons };
}

function repost(data: ListingCommandData<'Repost'>, state: Listing): ListingEvent[] {
  if (state.status === 'found') return [];
  if (state.status === 'reposted' && state.repost.price === data.price) return [];
  return [{ type: 'ListingReposted', data }];
}

function withdraw(data: ListingCommandData<'Withdraw'>, state: Listing): ListingEvent[] {
  if (state.status === 'unknown') throw new Rejected('listing-not-found');
  return state.status === 'found' || state.status === 'held' ? [{ type: 'ListingWithdrawn', data }] : [];
}

function accept({ facts, corrected, original }: ListingCommandData<'Accept'>, state: Listing): ListingEvent[] {
  assertHeld(state);
  const { listingId, source, externalId, link, price } = facts;
  const accepted: ListingEvent = { type: 'ListingAccepted', data: { listingId, corrected } };
  if (original === null) return [accepted, ...find(facts, state)];
  const { listingId: originalId, evidence } = original;
  return [accepted, ...repost({ listingId, originalId, source, externalId, link, price, evidence }, state)];
}

function reject(data: ListingCommandData<'Reject'>, state: Listing): ListingEvent[] {
  assertHeld(state);
  return [{ type: 'ListingRejected', data }];
}

function assertHeld({ status }: Listing): void {
  if (status === 'unknown') throw new Rejected('listing-not-found');
  if (status !== 'held') throw new Rejected('listing-not-held');
}
