import type { Recorded } from '#domain/decider.ts';
import { listing } from '#domain/listing/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Handle, Sender } from '../handle.ts';
import { type Outcome, streamOf, writtenBefore } from './settle.ts';
import type { Refused } from './understand.ts';

type Ending = Refused & Required<Pick<Refused, 'ends'>>;
type Parts = { events: EventStore; handle: Handle };

/** Withdraws what is offered no more: news where it stood until now, and refused where nobody knew it. */
export function withdrawer({ events, handle }: Parts) {
  return async ({ ends, ...refused }: Ending, sender: Sender): Promise<Outcome> => {
    const stream = streamOf(ends.listingId);
    const past = (await events.read(stream)).events as Recorded<ListingEvent>[]; // listing streams have no others
    if (past.reduce(listing.evolve, listing.initialState).status === 'unknown') return refused;
    const { written } = await handle(listing, stream, { type: 'Withdraw', data: ends }, sender);
    const isNews = written > 0 || (await writtenBefore(events, stream, sender)).length > 0;
    return { as: isNews ? 'accepted' : 'duplicate' };
  };
}
