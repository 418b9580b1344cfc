import type { Recorded } from '#domain/shared/decider.ts';
import { type Listing, type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Handle, Sender } from '#server/platform/commands/handle.ts';
import { arrivals, StillArriving } from './arrivals.ts';
import { entryOf, type Reposts } from './reposts.ts';
import type { Understood } from './understand.ts';

/** What became of an item. */
export type Outcome = { as: 'accepted' | 'duplicate' } | { as: 'review' | 'rejected'; reason: string };

type Held = Extract<Understood, { as: 'held' }>['data'];
type Facts = Extract<Understood, { as: 'listing' }>['data'];
type Parts = { events: EventStore; handle: Handle; reposts: Reposts };
type Known = { reposts: Reposts; arriving: ReturnType<typeof arrivals> };

/** How the item stood when it was decided; `originalId` where it is a repost. Null: decided in another try. */
type Sighting = { originalId: string | null } | null;

/** A listing on its way in, and the command that brings it: as one of its own, or as a repost of another. */
type Coming = { facts: Facts; command: (originalId: string | null) => ListingCommand };

const accepted: Outcome = { as: 'accepted' };
const duplicate: Outcome = { as: 'duplicate' };

/** Writes what an understood item means. Items of one listing come here one after the other, others at once. */
export function settler({ events, handle, reposts }: Parts) {
  const arriving = arrivals();

  const hold = async (data: Held, sender: Sender): Promise<Outcome> => {
    const stream = streamOf(data.listingId);
    const { written } = await handle(listing, stream, { type: 'Hold', data }, sender);
    const waits = written > 0 || (await writtenBefore(events, stream, sender)).length > 0;
    return waits ? { as: 'review', reason: data.reason } : duplicate;
  };

  /**
   * A repost is news only where it is cheaper than its original ever was, or where that stood no more: then it is
   * offered again, under the link of the repost.
   */
  const renewOriginal = async (originalId: string, facts: Facts, sender: Sender, isNews: boolean): Promise<Outcome> => {
    const { price } = facts;
    const again: ListingCommand = { type: 'Find', data: { ...facts, listingId: originalId } };
    const decide = (command: ListingCommand, state: Listing) => {
      if (state.status === 'withdrawn') return isNews ? listing.decide(again, state) : [];
      return state.status === 'found' && price < state.lowest ? listing.decide(command, state) : [];
    };
    const stream = streamOf(originalId);
    const command = { type: 'Reprice' as const, data: { listingId: originalId, price } };
    const { written } = await handle({ ...listing, decide }, stream, command, sender);
    if (written > 0) reposts.add({ ...entryOf(facts), listingId: originalId });
    return written > 0 || (await writtenBefore(events, stream, sender)).length > 0 ? accepted : duplicate;
  };

  const sight = async (coming: Coming, sender: Sender): Promise<{ written: number; sighting: Sighting }> => {
    const { listingId } = coming.facts;
    const { decide, seen } = finding(coming, { reposts, arriving });
    try {
      const { written } = await handle({ ...listing, decide }, streamOf(listingId), coming.command(null), sender);
      // News that we did not write was written by the same command, in another process at the same moment.
      return { written, sighting: seen.isNews && written === 0 ? null : seen.sighting };
    } catch (error) {
      if (arriving.has(listingId)) reposts.remove(listingId);
      if (!(error instanceof StillArriving)) throw error;
      await error.arrived;
      return await sight(coming, sender);
    } finally {
      arriving.end(listingId);
    }
  };

  const bring = async (coming: Coming, sender: Sender): Promise<Outcome & { isRepost: boolean }> => {
    const { facts } = coming;
    const { written, sighting } = await sight(coming, sender);
    if (sighting !== null && sighting.originalId === null)
      return { ...(written > 0 ? accepted : duplicate), isRepost: false };
    const before = await writtenBefore(events, streamOf(facts.listingId), sender);
    const reposted = before.find((event) => event.type === 'ListingReposted');
    const originalId = sighting?.originalId ?? reposted?.data.originalId ?? null;
    if (originalId === null) return { ...accepted, isRepost: false };
    return { ...(await renewOriginal(originalId, facts, sender, reposted !== undefined)), isRepost: true };
  };

  return {
    /** What the rules made of an item. */
    settle: (understood: Exclude<Understood, { as: 'rejected' }>, sender: Sender): Promise<Outcome> =>
      understood.as === 'held' ? hold(understood.data, sender) : bring(byItself(understood.data), sender),
    /** What a person accepted of what was held. Throws Rejected where it is held no more. */
    admit: async (facts: Facts, corrected: string[], sender: Sender): Promise<{ isRepost: boolean }> => {
      const { isRepost } = await bring(byPerson(facts, corrected), sender);
      return { isRepost };
    },
  };
}

function byItself(facts: Facts): Coming {
  const find: ListingCommand = { type: 'Find', data: facts };
  return { facts, command: (originalId) => (originalId === null ? find : repostCommand(facts, originalId)) };
}

function byPerson(facts: Facts, corrected: string[]): Coming {
  return { facts, command: (originalId) => ({ type: 'Accept', data: { facts, corrected, originalId } }) };
}

/** Decides what a listing is that comes in, and keeps in `seen` how it stood at the last try. */
function finding({ facts, command }: Coming, { reposts, arriving }: Known) {
  const entry = entryOf(facts);
  const seen: { sighting: Sighting; isNews: boolean } = { sighting: null, isNews: false };
  const decided = (_command: ListingCommand, state: Listing) => {
    const news = listing.decide(command(null), state); // what is refused is not known from now on
    const originalId = originalOf(state) ?? (isNew(state) ? reposts.find(entry) : null);
    seen.sighting = { originalId };
    if (originalId !== null) {
      arriving.refuse(originalId);
      return listing.decide(command(originalId), state);
    }
    if (isNew(state)) arriving.begin(facts.listingId);
    reposts.add(entry);
    return news;
  };
  const decide: typeof decided = (...given) => {
    const news = decided(...given);
    seen.isNews = news.length > 0;
    return news;
  };
  return { decide, seen };
}

/** What this very command wrote in an earlier try, of which the answer was lost. */
export async function writtenBefore(events: EventStore, stream: string, { commandId }: Sender) {
  const { events: past } = await events.read(stream);
  return (past as Recorded<ListingEvent>[]).filter(({ metadata }) => metadata.commandId === commandId);
}

export function streamOf(listingId: string): string {
  return `listing-${listingId}`;
}

/** The listing that this one is known as a repost of. */
export function originalOf(state: Listing): string | null {
  return state.status === 'reposted' ? state.repost.originalId : null;
}

/** Whether it may yet turn out to be a repost. */
export function isNew({ status }: Listing): boolean {
  return status === 'unknown' || status === 'held' || status === 'dismissed';
}

function repostCommand({ listingId, source, externalId, link, price }: Facts, originalId: string): ListingCommand {
  return { type: 'Repost', data: { listingId, originalId, source, externalId, link, price } };
}
