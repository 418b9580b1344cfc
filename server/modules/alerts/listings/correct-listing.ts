import { findListing } from '#projections/listings.ts';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing, type ListingCommand } from '#domain/listing/decider.ts';
import type { PropertyType } from '#domain/listing/contract.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type ListingDeps, newestEventsWaitMs } from './deps.ts';
import { noSuchListing } from './find-listing.ts';

type CorrectDeps = Pick<ListingDeps, 'views' | 'events' | 'handle' | 'waitForHead'>;
type Withdrawal = { id: string; reason: string };
type TypeCorrection = { id: string; propertyType: PropertyType };

/** Withdraws a listing: members who were not alerted yet never are. Idempotent. Throws HttpError 404. */
export async function withdrawListing(deps: CorrectDeps, { id, reason }: Withdrawal, sender: CommandMetadata) {
  const found = await changeListing(deps, id, sender, (listingId) => ({
    type: 'Withdraw',
    data: { listingId, reason, byPerson: true },
  }));
  return { ...found, status: 'withdrawn' as const };
}

/** Corrects the type of a listing. Idempotent. Throws HttpError 404, and Rejected for a withdrawn one. */
export async function retypeListing(deps: CorrectDeps, { id, propertyType }: TypeCorrection, sender: CommandMetadata) {
  const found = await changeListing(deps, id, sender, (listingId) => ({
    type: 'Retype',
    data: { listingId, propertyType },
  }));
  return { ...found, propertyType };
}

async function changeListing(
  deps: CorrectDeps,
  id: string,
  sender: CommandMetadata,
  toCommand: (listingId: string) => ListingCommand,
) {
  await deps.waitForHead(newestEventsWaitMs);
  const found = await findListing(deps.views, id);
  if (found === null) throw new HttpError(404, noSuchListing);
  await deps.handle(listing, listingStream(found.id), toCommand(found.id), sender);
  return { id: found.id, title: found.title };
}
