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
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createInFlightRegistry, OriginalInFlight } from './in-flight.ts';
import { toRepostEntry, type RepostLookup } from './repost-index.ts';
import { createDecisionWriter, takeUntilCommand } from './write-decision.ts';

type ItemStoreDeps = Pick<Platform, 'events' | 'handle'> & { reposts: RepostLookup };
/** An item of a known id, and who sent it. */
type IncomingItem = { item: ParsedItem | ReviewedItem; listingId: string; sender: CommandMetadata };

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
    const onOriginal = await write(listingId, sender, decision.decideOriginal);
    if (onOriginal === null)
      return resolveDecision(decision, foldListing(takeUntilCommand(await readPast(listingId), sender)));
    const entry = findRepostEntry(item);
    if (onOriginal.command !== null && entry !== null) reposts.add({ ...entry, listingId });
    return onOriginal.outcome;
  };

  return {
    store: async (item: ParsedItem | ReviewedItem, sender: CommandMetadata): Promise<IntakeOutcome> => {
      const listingId = getListingId(item);
      if (listingId === null) return resolveDecision(decideIntake(item, emptyContext));
      const incoming = { item, listingId, sender };
      const ownDecision = await writeOwn(incoming);
      if (ownDecision !== null && !isRepost(ownDecision)) return resolveDecision(ownDecision);
      // Only the log knows the prices of earlier reposts.
      const decision = await decideAsBefore(incoming);
      return isRepost(decision) ? writeOriginal(decision, incoming) : resolveDecision(decision);
    },
    /** The outcome that `store` would have now. Changes nothing. */
    preview: async (item: ParsedItem): Promise<IntakeOutcome> => {
      const listingId = getListingId(item);
      const past = listingId === null ? [] : await readPast(listingId);
      const decision = decideIntake(item, toContext(past, createOriginalFinder(reposts, findRepostEntry(item))));
      const originalPast = isRepost(decision) ? await readPast(decision.original.listingId) : [];
      return resolveDecision(decision, foldListing(originalPast));
    },
  };
}

/** Decides on the own listing of an item, and writes that; null if the same command has written it before. */
function createOwnWriter({ reposts }: Pick<ItemStoreDeps, 'reposts'>, write: ReturnType<typeof createDecisionWriter>) {
  const inFlight = createInFlightRegistry();

  /** Adds a listing that is about to be written, so that reposts of it are recognized from now on. */
  const addToIndex = (entry: RepostEntry, decision: IntakeDecision, state: Listing): void => {
    if (isRepost(decision)) {
      inFlight.assertNotInFlight(decision.original.listingId);
      return;
    }
    if (isNewListing(state)) inFlight.begin(entry.listingId);
    reposts.add(entry);
  };

  return async function writeOwn(incoming: IncomingItem): Promise<IntakeDecision | null> {
    const { item, listingId, sender } = incoming;
    const entry = findRepostEntry(item);
    const findOriginal = createOriginalFinder(reposts, entry);
    try {
      return await write(listingId, sender, (state) => {
        const decision = decideIntake(item, { ...emptyContext, state, findOriginal });
        if (entry !== null) addToIndex(entry, decision, state);
        return decision;
      });
    } catch (error) {
      if (inFlight.has(listingId)) reposts.remove(listingId);
      if (!(error instanceof OriginalInFlight)) throw error;
      await error.arrived;
      return await writeOwn(incoming);
    } finally {
      inFlight.end(listingId);
    }
  };
}

function createOriginalFinder(reposts: Pick<RepostLookup, 'find'>, entry: RepostEntry | null) {
  return () => (entry === null ? null : reposts.find(entry));
}

function findRepostEntry(item: ParsedItem | ReviewedItem): RepostEntry | null {
  return item.kind === 'listing' || item.kind === 'reviewed' ? toRepostEntry(item.data) : null;
}
