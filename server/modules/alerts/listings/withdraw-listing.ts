import { findListing } from '#projections/listings.ts';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type ListingDeps, newestEventsWaitMs } from './deps.ts';
import { noSuchListing } from './find-listing.ts';

type WithdrawDeps = Pick<ListingDeps, 'views' | 'events' | 'handle' | 'waitForHead'>;
type Withdrawal = { id: string; reason: string };

/** Withdraws a listing: members who were not alerted yet never are. Idempotent. Throws HttpError 404. */
export async function withdrawListing(deps: WithdrawDeps, { id, reason }: Withdrawal, sender: CommandMetadata) {
  await deps.waitForHead(newestEventsWaitMs);
  const found = await findListing(deps.views, id);
  if (found === null) throw new HttpError(404, noSuchListing);
  const command = { type: 'Withdraw' as const, data: { listingId: found.id, reason, byPerson: true } };
  await deps.handle(listing, listingStream(found.id), command, sender);
  return { id: found.id, title: found.title, status: 'withdrawn' as const };
}
