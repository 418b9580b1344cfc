import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type ItemOutcome, findEarlierEvents } from './store-item.ts';
import type { RejectedItem } from './parse-item.ts';

type WithdrawnItem = RejectedItem & Required<Pick<RejectedItem, 'ends'>>;
type WithdrawDeps = Pick<Platform, 'events' | 'handle'>;

/**
 * Withdraws an ended offer: counts as accepted if it was on offer until now, and as rejected if the listing is unknown.
 * For a repost its original is withdrawn, if that is offered under the link of the repost.
 */
export function createWithdrawer({ events, handle }: WithdrawDeps) {
  const readEvents = async (listingId: string) => (await events.read(listingStream(listingId))).events;

  const findStandingListing = async (listingId: string): Promise<string | null> => {
    const state = (await readEvents(listingId)).reduce(listing.evolve, listing.initialState);
    if (state.status !== 'reposted') return state.status === 'unknown' ? null : listingId;
    const { originalId, link } = state.repost;
    const listingFound = (await readEvents(originalId)).findLast((event) => event.type === 'ListingFound');
    return listingFound?.data.link === link ? originalId : listingId;
  };

  return async ({ ends, ...refused }: WithdrawnItem, sender: CommandMetadata): Promise<ItemOutcome> => {
    const listingId = await findStandingListing(ends.listingId);
    if (listingId === null) return refused;
    const stream = listingStream(listingId);
    const { eventCount } = await handle(listing, stream, { type: 'Withdraw', data: { ...ends, listingId } }, sender);
    const hasEffect = eventCount > 0 || (await findEarlierEvents(events, stream, sender)).length > 0;
    return { kind: hasEffect ? 'accepted' : 'duplicate' };
  };
}
