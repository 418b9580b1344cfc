import type { Recorded } from '#domain/shared/decider.ts';
import { listing } from '#domain/listing/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Handle, Sender } from '#server/platform/commands/handle.ts';
import { type Outcome, streamOf, writtenBefore } from './settle.ts';
import type { Refused } from './understand.ts';

type Ending = Refused & Required<Pick<Refused, 'ends'>>;
type Parts = { events: EventStore; handle: Handle };

/**
 * Withdraws what is offered no more: news where it stood until now, and refused where nobody knew it. Of a repost its
 * original is withdrawn, where that stands under the link of the repost.
 */
export function withdrawer({ events, handle }: Parts) {
  const pastOf = async (listingId: string) =>
    (await events.read(streamOf(listingId))).events as Recorded<ListingEvent>[]; // listing streams have no others

  const standingAs = async (listingId: string): Promise<string | null> => {
    const state = (await pastOf(listingId)).reduce(listing.evolve, listing.initialState);
    if (state.status !== 'reposted') return state.status === 'unknown' ? null : listingId;
    const { originalId, link } = state.repost;
    const offered = (await pastOf(originalId)).findLast((event) => event.type === 'ListingFound');
    return offered?.data.link === link ? originalId : listingId;
  };

  return async ({ ends, ...refused }: Ending, sender: Sender): Promise<Outcome> => {
    const listingId = await standingAs(ends.listingId);
    if (listingId === null) return refused;
    const stream = streamOf(listingId);
    const { written } = await handle(listing, stream, { type: 'Withdraw', data: { ...ends, listingId } }, sender);
    const isNews = written > 0 || (await writtenBefore(events, stream, sender)).length > 0;
    return { as: isNews ? 'accepted' : 'duplicate' };
  };
}
