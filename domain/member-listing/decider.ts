import type { Decider } from '#domain/shared/decider.ts';
import type { MarkEvent } from './events.ts';

export type MarkCommand = { type: 'MarkListing'; data: MarkEvent['data'] };

/** Each stream holds at most one event. */
export const listingMark: Decider<MarkCommand, MarkEvent, { isWritten: boolean }> = {
  decide: ({ data }, { isWritten }) => (isWritten ? [] : [{ type: 'ListingMarked', data }]),
  evolve: () => ({ isWritten: true }),
  initialState: { isWritten: false },
};
