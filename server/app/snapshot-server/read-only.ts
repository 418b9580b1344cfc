import type { RequestHandler } from 'express';
import { accountEndpoints } from '#domain/user/contract.ts';
import type { LeasedViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { isSafeMethod } from '#server/platform/http/session/origin.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { ViewsCopy } from '#server/platform/storage/scratch-views.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';

const reopenHint = 'serve it again, and open it by the link that is printed';

/** Rejects every request that would change something or that needs the log, before any other check. */
export function rejectWrites(sentence: string): RequestHandler {
  return (request, _response, next) => {
    if (request.path === accountEndpoints.signIn.path)
      throw new HttpError(409, `${sentence}, and signing in is disabled: ${reopenHint}`);
    if (!isSafeMethod(request)) throw new HttpError(409, sentence);
    if (/^\/api\/admin\/history(\/|$)/i.test(request.path)) {
      throw new HttpError(
        409,
        'This copy holds what could be seen then, not the log: its history is in the product itself',
      );
    }
    next();
  };
}

/** A log that rejects every append. */
export function rejectAppends(events: EventStore, sentence: string): EventStore {
  return { ...events, append: () => Promise.reject(new HttpError(409, sentence)) };
}

/** The copy in the place of the product's views; nothing is written to either. */
export function toReadOnlyViews(
  views: LeasedViewStore,
  { close: _close, ...copy }: ViewsCopy,
  sentence: string,
): LeasedViewStore {
  const refuse = () => Promise.reject(new HttpError(409, sentence));
  return { ...views, ...copy, prepare: refuse, promote: refuse, discard: refuse, apply: refuse };
}

/** Rejects all listings. */
export function createClosedIntake(sentence: string): Intake {
  const refuse = () => Promise.reject(new HttpError(409, sentence));
  return {
    take: refuse,
    admit: refuse,
    preview: refuse,
    ready: Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}
