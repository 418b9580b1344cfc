import { type RepostMatch, tellsPrice } from '#domain/deduplication/repost-evidence.ts';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { type Listing, type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { StreamName } from '#domain/shared/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createInFlightRegistry, OriginalInFlight } from './in-flight.ts';
import { toRepostEntry, type LiveRepostIndex } from './repost-index.ts';
import type { ParsedItem, RejectedItem } from './parse-item.ts';

/** The outcome of an item. */
export type ItemOutcome =
  | { kind: 'accepted' | 'duplicate' }
  | { kind: 'review'; reason: string }
  | Pick<RejectedItem, 'kind' | 'reason' | 'quotes'>;

type HeldData = Extract<ParsedItem, { kind: 'held' }>['data'];
type ListingData = Extract<ParsedItem, { kind: 'listing' }>['data'];
type ItemStoreDeps = Pick<Platform, 'events' | 'handle'> & { reposts: LiveRepostIndex };
type DedupDeps = { reposts: LiveRepostIndex; inFlight: ReturnType<typeof createInFlightRegistry> };

/** What the item was decided to be; `original` for a repost. Null: decided in another attempt. */
type DedupResult = { original: RepostMatch | null } | null;

/** A listing to store, and the command for it: as a listing of its own, or as a repost of another. */
type IncomingListing = { facts: ListingData; command: (original: RepostMatch | null) => ListingCommand };

const acceptedOutcome: ItemOutcome = { kind: 'accepted' };
const duplicateOutcome: ItemOutcome = { kind: 'duplicate' };

async function holdItem(
  { events, handle }: Pick<ItemStoreDeps, 'events' | 'handle'>,
  data: HeldData,
  sender: CommandMetadata,
): Promise<ItemOutcome> {
  const stream = listingStream(data.listingId);
  const { eventCount } = await handle(listing, stream, { type: 'Hold', data }, sender);
  const isHeld = eventCount > 0 || (await findEarlierEvents(events, stream, sender)).length > 0;
  return isHeld ? { kind: 'review', reason: data.reason } : duplicateOutcome;
}

/**
 * A repost is new only if it is cheaper than its original ever was, or if that was no longer on offer: then it is
 * offered again, under the link of the repost.
 */
async function repriceOriginal(
  { events, handle, reposts }: ItemStoreDeps,
  originalId: string,
  facts: ListingData,
  { sender, isNew, isPriceQuiet }: { sender: CommandMetadata; isNew: boolean; isPriceQuiet: boolean },
): Promise<ItemOutcome> {
  const { price } = facts;
  const again: ListingCommand = { type: 'Find', data: { ...facts, listingId: originalId }, isPriceQuiet };
  const decide = (command: ListingCommand, state: Listing) => {
    if (state.status === 'withdrawn') return isNew ? listing.decide(again, state) : [];
    const isNews = state.status === 'found' && price < state.lowest && !isPriceQuiet;
    return isNews ? listing.decide(command, state) : [];
  };
  const stream = listingStream(originalId);
  const command = { type: 'Reprice' as const, data: { listingId: originalId, price } };
  const { eventCount } = await handle({ ...listing, decide }, stream, command, sender);
  if (eventCount > 0) reposts.add({ ...toRepostEntry(facts), listingId: originalId });
  const isWritten = eventCount > 0 || (await findEarlierEvents(events, stream, sender)).length > 0;
  return isWritten ? acceptedOutcome : duplicateOutcome;
}

/** Writes the outcome of a parsed item. Items of one listing are processed one after the other, others concurrently. */
export function createItemStore(deps: ItemStoreDeps) {
  const { events, handle, reposts } = deps;
  const inFlight = createInFlightRegistry();

  const findOriginal = async (
    incoming: IncomingListing,
    sender: CommandMetadata,
  ): Promise<{ eventCount: number; dedup: DedupResult }> => {
    const { listingId } = incoming.facts;
    const { decide, attempt } = decideDedup(incoming, { reposts, inFlight });
    try {
      const { eventCount } = await handle(
        { ...listing, decide },
        listingStream(listingId),
        incoming.command(null),
        sender,
      );
      // A new listing that this call did not write was written by the same command, concurrently in another process.
      return { eventCount, dedup: attempt.isNew && eventCount === 0 ? null : attempt.dedup };
    } catch (error) {
      if (inFlight.has(listingId)) reposts.remove(listingId);
      if (!(error instanceof OriginalInFlight)) throw error;
      await error.arrived;
      return await findOriginal(incoming, sender);
    } finally {
      inFlight.end(listingId);
    }
  };

  const storeListing = async (
    incoming: IncomingListing,
    sender: CommandMetadata,
  ): Promise<ItemOutcome & { isRepost: boolean }> => {
    const { facts } = incoming;
    const { eventCount, dedup } = await findOriginal(incoming, sender);
    if (dedup !== null && dedup.original === null)
      return { ...(eventCount > 0 ? acceptedOutcome : duplicateOutcome), isRepost: false };
    const { events: past } = await events.read(listingStream(facts.listingId));
    const [reposted, before] = past.filter((event) => event.type === 'ListingReposted').toReversed();
    if (reposted === undefined) return { ...acceptedOutcome, isRepost: false };
    const { originalId, evidence } = reposted.data;
    const isDropOfLink = before !== undefined && facts.price < before.data.price;
    const isNew = reposted.metadata.commandId === sender.commandId;
    const isPriceQuiet = !tellsPrice(evidence) && !isDropOfLink;
    return { ...(await repriceOriginal(deps, originalId, facts, { sender, isNew, isPriceQuiet })), isRepost: true };
  };

  return {
    /** The outcome of the rules for an item. */
    store: (parsed: Exclude<ParsedItem, { kind: 'rejected' }>, sender: CommandMetadata): Promise<ItemOutcome> =>
      parsed.kind === 'held'
        ? holdItem(deps, parsed.data, sender)
        : storeListing(automaticListing(parsed.data), sender),
    /** What an admin accepted of a held item. Throws Rejected if it is no longer held. */
    admit: async (facts: ListingData, corrected: string[], sender: CommandMetadata): Promise<{ isRepost: boolean }> => {
      const { isRepost } = await storeListing(acceptedListing(facts, corrected), sender);
      return { isRepost };
    },
  };
}

function automaticListing(facts: ListingData): IncomingListing {
  const find: ListingCommand = { type: 'Find', data: facts };
  return { facts, command: (original) => (original === null ? find : toRepostCommand(facts, original)) };
}

function acceptedListing(facts: ListingData, corrected: string[]): IncomingListing {
  return { facts, command: (original) => ({ type: 'Accept', data: { facts, corrected, original } }) };
}

/** Decides the outcome of an incoming listing, and stores in `attempt` its state at the last attempt. */
function decideDedup({ facts, command }: IncomingListing, { reposts, inFlight }: DedupDeps) {
  const entry = toRepostEntry(facts);
  const attempt: { dedup: DedupResult; isNew: boolean } = { dedup: null, isNew: false };
  const decided = (_command: ListingCommand, state: Listing) => {
    const decidedEvents = listing.decide(command(null), state); // a refused listing is not added to the index
    const original = getOriginal(state) ?? (isNewListing(state) ? reposts.find(entry) : null);
    attempt.dedup = { original };
    if (original !== null) {
      inFlight.assertNotInFlight(original.listingId);
      return listing.decide(command(original), state);
    }
    if (isNewListing(state)) inFlight.begin(facts.listingId);
    reposts.add(entry);
    return decidedEvents;
  };
  const decide: typeof decided = (...args) => {
    const decidedEvents = decided(...args);
    attempt.isNew = decidedEvents.length > 0;
    return decidedEvents;
  };
  return { decide, attempt };
}

/** The events that this command wrote in an earlier attempt whose answer was lost. */
export async function findEarlierEvents(
  events: EventStore,
  stream: StreamName<ListingEvent>,
  { commandId }: CommandMetadata,
) {
  const { events: past } = await events.read(stream);
  return past.filter(({ metadata }) => metadata.commandId === commandId);
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

function toRepostCommand(
  { listingId, source, externalId, link, price }: ListingData,
  { listingId: originalId, evidence }: RepostMatch,
): ListingCommand {
  return { type: 'Repost', data: { listingId, originalId, source, externalId, link, price, evidence } };
}
