import { markStream } from '#domain/event-catalog/streams.ts';
import { type ListingMarks, type MarksBody, pickMarks } from '#domain/listing/marks.contract.ts';
import { memberActor } from '#domain/workflow-log/actors.ts';
import { listingMark } from '#domain/member-listing/decider.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { findMemberListing } from '#projections/lists/member-listing-pages.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type ListingDeps, newestEventsWaitMs } from '../listings/deps.ts';
import { noSuchListing } from '../listings/find-listing.ts';

type MarkDeps = Pick<ListingDeps, 'views' | 'handle' | 'waitForProjections' | 'waitForHead'>;
type Marking = { userId: string; listingId: string; marks: MarksBody };

/**
 * Marks that change nothing write no event, where the view is current. Throws HttpError 404 where the user was not
 * alerted of the listing.
 */
export function createListingMarker(deps: MarkDeps) {
  // Of a double click the second one is compared with what the first one left.
  const listingMutex = createKeyedMutex();
  return (marking: Marking, sender: CommandMetadata): Promise<ListingMarks> =>
    listingMutex(`${marking.userId}/${marking.listingId}`, () => markListing(deps, marking, sender));
}

async function markListing(
  { views, handle, waitForProjections, waitForHead }: MarkDeps,
  { userId, listingId, marks }: Marking,
  sender: CommandMetadata,
): Promise<ListingMarks> {
  const isCurrent = await waitForHead(newestEventsWaitMs);
  const doc = await findMemberListing(views, userId, listingId);
  if (doc === null) throw new HttpError(404, noSuchListing);
  const changes = Object.fromEntries(
    Object.entries(marks).filter(
      ([name, value]) => value !== undefined && (!isCurrent || value !== doc[name as keyof MarksBody]),
    ),
  );
  if (Object.keys(changes).length > 0) {
    const data = { members: [{ userId, listingId, ...changes }] };
    // The member is sealed in the event, so its actor is not named either.
    const by = { ...sender, actor: memberActor, isNew: true };
    const { position } = await handle(listingMark, markStream(sender.commandId), { type: 'MarkListing', data }, by);
    await waitForProjections(position);
  }
  return { ...pickMarks(doc), ...changes };
}
