import { type RepostMatch, tellsPrice } from '#domain/deduplication/repost-evidence.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { Listing } from '#domain/listing/state.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { ListingData, ParsedItem, RejectedItem, ReviewedItem } from './parsed-item.ts';

/** What is known of the listing of an item, without what the item itself has written. */
export type ItemContext = {
  state: Listing;
  /** The prices that it had as a repost, oldest first. */
  repostPrices: readonly number[];
  /** The listing that a new one would be a repost of; null for none. */
  findOriginal: () => RepostMatch | null;
};

/** The outcome of an item; `as` says why it is news, or what was known before. */
export type IntakeOutcome =
  | Pick<RejectedItem, 'kind' | 'reason' | 'quotes'>
  | { kind: 'review'; reason: string }
  | { kind: 'accepted'; as: 'new' | 'other price' | 'withdrawn' }
  | { kind: 'duplicate'; as: 'same price' | 'same item' }
  | RepostOutcome;
type RepostOutcome = { original: RepostMatch } & (
  | { kind: 'accepted'; as: 'cheaper repost' | 'offered again' }
  | { kind: 'duplicate'; as: 'repost' }
);

/** The outcome, and the command that brings it about; null where nothing changes. */
export type FinalDecision = { outcome: IntakeOutcome; command: ListingCommand | null };

/** The command for the own listing of a repost, and what its original decides. */
export type RepostDecision = {
  original: RepostMatch;
  command: ListingCommand | null;
  decideOriginal: (original: Listing) => FinalDecision;
};

export type IntakeDecision = FinalDecision | RepostDecision;

export const emptyContext = toContext([], () => null);

/** By the events of the own listing. */
export function toContext(past: readonly ListingEvent[], findOriginal: ItemContext['findOriginal']): ItemContext {
  const repostPrices = past.flatMap((event) => (event.type === 'ListingReposted' ? [event.data.price] : []));
  return { state: foldListing(past), repostPrices, findOriginal };
}

export function foldListing(past: readonly ListingEvent[]): Listing {
  return past.reduce<Listing>(listing.evolve, listing.initialState);
}

/** Decides the outcome of an item. Throws Rejected for a reviewed item that is no longer held. */
export function decideIntake(item: ParsedItem | ReviewedItem, context: ItemContext): IntakeDecision {
  switch (item.kind) {
    case 'rejected':
      return decideRejected(item, context.state);
    case 'held':
      return decideHeld(item.data, context.state);
    case 'listing':
    case 'reviewed':
      return decideListing(item, context);
  }
}

/** The outcome of a decision, given the state of its original; only that of a repost depends on one. */
export function resolveDecision(decision: IntakeDecision, original: Listing = listing.initialState): IntakeOutcome {
  return isRepost(decision) ? decision.decideOriginal(original).outcome : decision.outcome;
}

/** Whether the decision on the original is still missing. */
export function isRepost(decision: IntakeDecision): decision is RepostDecision {
  return 'original' in decision;
}

/** The listing that this one is known as a repost of. */
export function getOriginal(state: Listing): RepostMatch | null {
  if (state.status !== 'reposted') return null;
  const { originalId, evidence } = state.repost;
  return { listingId: originalId, evidence };
}

/** Whether it may still turn out to be a repost. */
export function isNewListing({ status }: Listing): boolean {
  return status === 'unknown' || status === 'held' || status === 'dismissed';
}

const toDuplicate = (as: 'same price' | 'same item'): FinalDecision => ({
  outcome: { kind: 'duplicate', as },
  command: null,
});

function hasEffect(command: ListingCommand, state: Listing): boolean {
  return listing.decide(command, state).length > 0;
}

/** An ended offer is withdrawn. For a repost its original is, if that is offered under the link of the repost. */
function decideRejected({ ends, ...refused }: RejectedItem, state: Listing): IntakeDecision {
  if (ends === undefined || state.status === 'unknown') return { outcome: refused, command: null };
  if (state.status !== 'reposted') return withdraw(ends, state);
  const { originalId: listingId, evidence, link } = state.repost;
  const decideOriginal = (standing: Listing): FinalDecision => {
    const isOfferedHere = standing.status === 'found' && standing.facts.link === link;
    return isOfferedHere ? withdraw({ ...ends, listingId }, standing) : toDuplicate('same item');
  };
  return { original: { listingId, evidence }, command: null, decideOriginal };
}

function withdraw(data: Required<RejectedItem>['ends'], state: Listing): FinalDecision {
  const command: ListingCommand = { type: 'Withdraw', data };
  return hasEffect(command, state)
    ? { outcome: { kind: 'accepted', as: 'withdrawn' }, command }
    : toDuplicate('same item');
}

function decideHeld(data: Extract<ParsedItem, { kind: 'held' }>['data'], state: Listing): FinalDecision {
  const command: ListingCommand = { type: 'Hold', data };
  return hasEffect(command, state)
    ? { outcome: { kind: 'review', reason: data.reason }, command }
    : toDuplicate('same item');
}

type ListingItem = ReviewedItem | Extract<ParsedItem, { kind: 'listing' }>;

function decideListing(item: ListingItem, context: ItemContext): IntakeDecision {
  const { state } = context;
  const command = toCommand(item, null);
  const [first] = listing.decide(command, state);
  const original = getOriginal(state) ?? (isNewListing(state) ? context.findOriginal() : null);
  if (original !== null) return decideRepost(item, original, context);
  if (first === undefined) return toDuplicate('same price');
  return { outcome: { kind: 'accepted', as: first.type === 'ListingRepriced' ? 'other price' : 'new' }, command };
}

/**
 * A repost is news only if it is cheaper than its original ever was, or if that was no longer on offer: then it is
 * offered again, under the link of the repost.
 */
function decideRepost(
  item: ListingItem,
  original: RepostMatch,
  { state, repostPrices }: Pick<ItemContext, 'state' | 'repostPrices'>,
): RepostDecision {
  const { price } = item.data;
  const { listingId, evidence } = original;
  const command = toCommand(item, original);
  const isNew = hasEffect(command, state);
  const previousPrice = (isNew ? [...repostPrices, price] : repostPrices).at(-2);
  const isDropOfLink = previousPrice !== undefined && price < previousPrice;
  const isPriceQuiet = !tellsPrice(evidence) && !isDropOfLink;

  const decideOriginal = (standing: Listing): FinalDecision => {
    const again: ListingCommand = { type: 'Find', data: { ...item.data, listingId }, isPriceQuiet };
    if (standing.status === 'withdrawn' && isNew && hasEffect(again, standing))
      return { outcome: { kind: 'accepted', as: 'offered again', original }, command: again };
    if (standing.status === 'found' && price < standing.lowest && !isPriceQuiet)
      return {
        outcome: { kind: 'accepted', as: 'cheaper repost', original },
        command: { type: 'Reprice', data: { listingId, price } },
      };
    return { outcome: { kind: 'duplicate', as: 'repost', original }, command: null };
  };
  return { original, command: isNew ? command : null, decideOriginal };
}

function toCommand(item: ListingItem, original: RepostMatch | null): ListingCommand {
  const { data } = item;
  if (item.kind === 'reviewed') return { type: 'Accept', data: { facts: data, corrected: item.corrected, original } };
  return original === null ? { type: 'Find', data } : toRepostCommand(data, original);
}

function toRepostCommand(
  { listingId, source, externalId, link, price }: ListingData,
  { listingId: originalId, evidence }: RepostMatch,
): ListingCommand {
  return { type: 'Repost', data: { listingId, originalId, source, externalId, link, price, evidence } };
}
