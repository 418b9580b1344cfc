import { listingStream } from '#domain/event-catalog/streams.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { Listing } from '#domain/listing/state.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { Position, Recorded } from '#domain/shared/decider.ts';
import type { CommandMetadata, CommandOptions } from '#server/platform/commands/command-handler.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

/**
 * Writes what is decided on the state of a listing; each attempt decides again. Resolves with the last decision, null if
 * the same command was written in another attempt, and with the last position of the listing's stream.
 */
export function createDecisionWriter(handle: Platform['handle']) {
  return async <D extends { command: ListingCommand | null }>(
    listingId: string,
    sender: CommandMetadata & CommandOptions,
    decideOn: (state: Listing) => D,
  ): Promise<{ decision: D | null; position: Position }> => {
    let last = null as D | null; // assigned by the callback
    const decide = (_command: null, state: Listing): ListingEvent[] => {
      last = decideOn(state);
      return last.command === null ? [] : listing.decide(last.command, state);
    };
    const { eventCount, position } = await handle({ ...listing, decide }, listingStream(listingId), null, sender);
    // A decision that this call did not write was written by the same command, concurrently in another process.
    const isWrittenBefore = last !== null && last.command !== null && eventCount === 0;
    return { decision: isWrittenBefore ? null : last, position };
  };
}

/** What was written before a command. */
export function takeUntilCommand(
  past: Recorded<ListingEvent>[],
  { commandId }: CommandMetadata,
): Recorded<ListingEvent>[] {
  const first = past.findIndex(({ metadata }) => metadata.commandId === commandId);
  return first === -1 ? past : past.slice(0, first);
}
