import { listingStream } from '#domain/event-catalog/streams.ts';
import {
  decideIntake,
  emptyContext,
  foldListing,
  getOriginal,
  type IntakeDecision,
  type IntakeOutcome,
  isNewListing,
  isRepost,
  type RepostDecision,
  resolveDecision,
  toContext,
} from '#domain/intake/decide-intake.ts';
import type { Listing } from '#domain/listing/state.ts';
import type { RepostEntry } from '#domain/deduplication/known-listing.ts';
import { getListingId, type ParsedItem, type ReviewedItem } from '#domain/intake/parsed-item.ts';
import { toRepostEntry } from '#projections/known-listings.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createInFlightRegistry, OriginalInFlight } from './in-flight.ts';
import type { FindOriginal, PreparedLookup, RepostLookup } from './repost-lookup.ts';
import { createDecisionWriter, takeUntilCommand } from './write-decision.ts';

type ItemStoreDeps = Pick<Platform, 'events' | 'handle'> & {
  reposts: Pick<RepostLookup, 'add' | 'settle' | 'remove'>;
};
/** An item of a known id, who sent it, and what it may repost. */
type IncomingItem = {
  item: ParsedItem | ReviewedItem;
  listingId: string;
  sender: CommandMetadata;
  lookup: Pick<PreparedLookup, 'read'>;
};

/** Writes what is decided on an item. Items of one listing are processed one after the other, others concurrently. */
export function createItemStore(deps: ItemStoreDeps) {
  const { events, reposts } = deps;
  const write = createDecisionWriter(deps.handle);
  const readPast = async (listingId: string) => (await events.read(listingStream(listingId))).events;
  const writeOwn = createOwnWriter(deps, write);

  /** The decision on what was known before the command wrote anything. */
  const decideAsBefore = async ({ item, listingId, sender }: IncomingItem) => {
    const past = await readPast(listingId);
    const original = getOriginal(foldListing(past));
    return decideIntake(
      item,
      toContext(takeUntilCommand(past, sender), () => original),
    );
  };

  const writeOriginal = async (decision: RepostDecision, { item, sender }: IncomingItem): Promise<IntakeOutcome> => {
    const { listingId } = decision.original;
    const { decision: onOriginal, position } = await write(listingId, sender, decision.decideOriginal);
    if (onOriginal === null)
      return resolveDecision(decision, foldListing(takeUntilCommand(await readPast(listingId), sender)));
    const entry = findRepostEntry(item);
    if (onOriginal.command !== null && entry !== null) {
      reposts.add({ ...entry, listingId });
      reposts.settle(listingId, position);
    }
    return onOriginal.outcome;
  };

  return {
    store: async (
      item: ParsedItem | ReviewedItem,
      sender: CommandMetadata,
      lookup: Pick<PreparedLookup, 'read'>,
    ): Promise<IntakeOutcome> => {
      const listingId = getListingId(item);
      if (listingId === null) return resolveDecision(decideIntake(item, emptyContext));
      const incoming = { item, listingId, sender, lookup };
      const ownDecision = await writeOwn(incoming);
      if (ownDecision !== null && !isRepost(ownDecision)) return resolveDecision(ownDecision);
      // Only the log knows the prices of earlier reposts.
      const decision = await decideAsBefore(incoming);
      return isRepost(decision) ? writeOriginal(decision, incoming) : resolveDecision(decision);
    },
    /** The outcome that `store` would have now. Changes nothing. */
    preview: async (item: ParsedItem, lookup: Pick<PreparedLookup, 'read'>): Promise<IntakeOutcome> => {
      const listingId = getListingId(item);
      const past = listingId === null ? [] : await readPast(listingId);
      const entry = findRepostEntry(item);
      const original = entry && (await lookup.read())(entry);
      const decision = decideIntake(
        item,
        toContext(past, () => original),
      );
      const originalPast = isRepost(decision) ? await readPast(decision.original.listingId) : [];
      return resolveDecision(decision, foldListing(originalPast));
    },
  };
}

/** The decision needs to know which listing the item reposts: most items are known ones that do not. */
class LookupMissing extends Error {
  /** Whether the listing has no events yet. */
  readonly isUnknown: boolean;

  constructor(isUnknown: boolean) {
    super('The original was not looked up');
    this.name = 'LookupMissing';
    this.isUnknown = isUnknown;
  }
}

/** Decides on the own listing of an item, and writes that; null if the same command has written it before. */
function createOwnWriter({ reposts }: Pick<ItemStoreDeps, 'reposts'>, write: ReturnType<typeof createDecisionWriter>) {
  const inFlight = createInFlightRegistry();

  /** Adds a listing that is about to be written, so that reposts of it are recognized from now on. */
  const addToIndex = (entry: RepostEntry, decision: IntakeDecision, state: Listing): void => {
    if (isRepost(decision)) {
      reposts.remove(entry.listingId);
      inFlight.assertNotInFlight(decision.original.listingId);
      return;
    }
    if (decision.command === null) return;
    if (isNewListing(state)) inFlight.begin(entry.listingId);
    reposts.add(entry);
  };

  const writeLookedUp = async (
    { item, listingId, sender }: IncomingItem,
    findOriginal: FindOriginal | null,
    isNew: boolean,
  ): Promise<IntakeDecision | null> => {
    const entry = findRepostEntry(item);
    try {
      const { decision, position } = await write(listingId, { ...sender, isNew }, (state) => {
        const lookUp = () => {
          if (entry === null) return null;
          if (findOriginal === null) throw new LookupMissing(state.status === 'unknown');
          return findOriginal(entry);
        };
        const decided = decideIntake(item, { ...emptyContext, state, findOriginal: lookUp });
        if (entry !== null) addToIndex(entry, decided, state);
        return decided;
      });
      reposts.settle(listingId, position);
      return decision;
    } catch (error) {
      if (!(error instanceof LookupMissing)) reposts.remove(listingId);
      throw error;
    } finally {
      inFlight.end(listingId);
    }
  };

  return async function writeOwn(
    incoming: IncomingItem,
    findOriginal: FindOriginal | null = null,
    isNew = false,
  ): Promise<IntakeDecision | null> {
    try {
      return await writeLookedUp(incoming, findOriginal, isNew);
    } catch (error) {
      if (error instanceof LookupMissing) return writeOwn(incoming, await incoming.lookup.read(), error.isUnknown);
      if (!(error instanceof OriginalInFlight)) throw error;
      await error.arrived;
      return writeOwn(incoming, findOriginal);
    }
  };
}

export function findRepostEntry(item: ParsedItem | ReviewedItem): RepostEntry | null {
  return item.kind === 'listing' || item.kind === 'reviewed' ? toRepostEntry(item.data) : null;
}
