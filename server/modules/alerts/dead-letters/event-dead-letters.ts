import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
import { parseStreamName } from '#domain/event-catalog/streams.ts';
import { findStreamOwner } from '#domain/history/related-users.ts';
import { findListing } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { findUser } from '#projections/users.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import {
  type FailedEvent,
  logSubscription,
  requestReplay,
  waitForReplay,
} from '#server/platform/subscriptions/failed-events.ts';
import { maxTries } from '#server/platform/subscriptions/try-repeatedly.ts';
import { toDeadLetterId, unknownRefusal } from './dead-letters.ts';

export async function presentFailedEvent(views: ViewReader, failed: FailedEvent): Promise<DeadLetterView> {
  const { id, type, subscription, error, at, replayRequestedAt } = failed;
  return {
    id: toDeadLetterId(id),
    kind: 'event',
    recipient: null,
    about: await findSubject(views, failed.stream),
    subject: `${type} in ${subscription === logSubscription ? 'the log' : subscription.replace(/^views\//, 'the view ')}`,
    reason: error,
    failedAt: at,
    attempts: maxTries,
    refusal: replayRequestedAt === undefined ? null : 'This event is being replayed',
  };
}

async function findSubject(views: ViewReader, stream: string): Promise<DeadLetterView['about']> {
  const { kind, id } = parseStreamName(stream);
  const userId = findStreamOwner(stream);
  if (userId !== null) return (await findUser(views, userId)) && { kind: 'user', id: userId };
  const listingIds: Partial<Record<string, string>> = { listing: id, alert: id.replace(/-\d+$/, '') };
  const listingId = listingIds[kind];
  return listingId !== undefined && (await findListing(views, listingId)) ? { kind: 'listing', id: listingId } : null;
}

/**
 * Has an event handled again. False where that has not ended yet. Throws HttpError 404, and 409 with the reason why it
 * has failed again.
 */
export async function replayFailedEvent(
  deps: Pick<Platform, 'documents' | 'clock'>,
  failedEventId: string,
): Promise<boolean> {
  if (!(await requestReplay(deps, failedEventId))) throw new HttpError(404, unknownRefusal);
  const failed = await waitForReplay(deps.documents, failedEventId);
  if (failed === null) return true;
  if (failed.replayRequestedAt === undefined) throw new HttpError(409, `The event failed again: ${failed.error}`);
  return false;
}
