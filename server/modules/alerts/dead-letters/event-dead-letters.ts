import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
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

export function presentFailedEvent(failed: FailedEvent): DeadLetterView {
  const { id, type, subscription, error, at, replayRequestedAt } = failed;
  return {
    id: toDeadLetterId(id),
    kind: 'event',
    recipient: null,
    subject: `${type} in ${subscription === logSubscription ? 'the log' : subscription.replace(/^views\//, 'the view ')}`,
    reason: error,
    failedAt: at,
    attempts: maxTries,
    refusal: replayRequestedAt === undefined ? null : 'This event is being replayed',
  };
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
