import type { Logger } from 'pino';
import { erasedText } from '#domain/event-catalog/personal-data.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Doc, DocPage, Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { delay } from '#server/lib/delay.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { EventPlace } from '#server/platform/event-store/port.ts';

/** An event that a subscription could not handle, set aside so that those behind it are handled. */
export type FailedEvent = Doc &
  EventPlace & {
    subscription: string;
    error: string;
    /** When it was set aside (ISO 8601). */
    at: string;
    /** When an admin asked to handle it again (ISO 8601); absent once that has ended. */
    replayRequestedAt?: string;
  };
export type FailedEventInput = {
  /** What follows a slash names a part of a subscription, as in `views/users`. */
  subscription: string;
  event: EventPlace;
  error: unknown;
};

/** Under which events are set aside that are damaged themselves, for all readers. */
export const logSubscription = 'log';

const space = documentSpaces.failedEvents;
const maxErrorLength = 500;
const pageSize = 500;
/** In ms: how long the caller of a replay waits for its outcome. */
const maxReplayWaitMs = 5_000;
const replayPollMs = 50;
/** Without one of these, someone has rights or data that they must not have: an operator is alarmed at once. */
const alarmingTypes = new Set(['RoleChanged', 'UserDeleted', 'MembershipActivated', 'MembershipDeactivated']);

export type FailedEvents = ReturnType<typeof createFailedEvents>;

type FailedEventDeps = {
  documents: Documents;
  clock: Clock;
  log: Pick<Logger, 'error' | 'fatal'>;
  /** Called for each one. */
  count?: (subscription: string) => void;
};

/** The events that were set aside, one document for each subscription and event. */
export function createFailedEvents({ documents, clock, log, count }: FailedEventDeps) {
  return {
    /** Durable when it resolves; the same one again replaces it. */
    add: async (input: FailedEventInput): Promise<void> => {
      const { subscription, event, error } = input;
      const { position, type, stream } = event;
      const failure = { subscription, position, type, stream, error: formatReason(error), at: clock().toISOString() };
      const doc: FailedEvent = { id: `${subscription}:${position}`, ...failure };
      await documents.put(space, doc);
      logFailedEvent(log, input);
      count?.(subscription);
    },
    /** Removes those of a subscription, as it starts from the beginning. */
    clear: async (subscription: string): Promise<void> => {
      const failedEvents = await listAll<FailedEvent>(documents, space, { subscription });
      await documents.removeAll(
        space,
        failedEvents.map(({ id }) => id),
      );
    },

    listReplayRequests: (): Promise<FailedEvent[]> => listAll(documents, space, { replayRequestedAt: { gt: '' } }),
    /** Records the outcome of a replay: the event is handled, or stays with the error. */
    recordReplay: async (failed: FailedEvent, failure: { error: unknown } | null): Promise<void> => {
      const at = clock().toISOString();
      const next = failure && { ...withoutRequest(failed), error: formatReason(failure.error), at };
      await documents.compareAndSet(space, failed, next);
    },
  };
}

function withoutRequest({ replayRequestedAt: _requestedAt, ...failed }: FailedEvent): FailedEvent {
  return failed;
}

function formatReason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength);
}

/** The newest ones, newest first. */
export async function listFailedEvents(documents: Documents): Promise<FailedEvent[]> {
  return (await pageFailedEvents(documents, { limit: pageSize })).docs;
}

/** A part of them, newest first unless given; the cursor also continues after an event that no longer exists. */
export function pageFailedEvents(
  documents: Documents,
  page: { limit: number; cursor?: string | undefined },
  direction: 'asc' | 'desc' = 'desc',
): Promise<DocPage<FailedEvent>> {
  return documents.list<FailedEvent>(space, { sort: [{ field: 'position', direction }], ...page });
}

type RequestDeps = { documents: Documents; clock: Clock };

/** Asks the process that runs the subscription to handle the event again. False where there is no such event. */
export async function requestReplay({ documents, clock }: RequestDeps, id: string): Promise<boolean> {
  const request = (failedEvent: FailedEvent | null) =>
    failedEvent &&
    (failedEvent.replayRequestedAt === undefined
      ? { ...failedEvent, replayRequestedAt: clock().toISOString() }
      : failedEvent);
  return (await updateDocument(documents, { space, id }, request)) !== null;
}

/** The event after its replay, or as it is after `maxWaitMs`; null where it is handled. */
export async function waitForReplay(
  documents: Documents,
  id: string,
  maxWaitMs = maxReplayWaitMs,
): Promise<FailedEvent | null> {
  for (const began = performance.now(); ; ) {
    const failed = await documents.get<FailedEvent>(space, id);
    if (failed?.replayRequestedAt === undefined || performance.now() - began > maxWaitMs) return failed;
    await delay(replayPollMs);
  }
}

/** Removes the id of a deleted user from the errors: it would lead from the user to an alert. */
export async function redactFailedEvents(documents: Documents, userId: string): Promise<void> {
  const all = await listAll<FailedEvent>(documents, space);
  const redact = (failedEvent: FailedEvent | null) =>
    failedEvent && { ...failedEvent, error: failedEvent.error.replaceAll(userId, erasedText) };
  for (const { id } of all.filter(({ error }) => error.includes(userId)))
    await updateDocument(documents, { space, id }, redact);
}

/** What is damaged in the log, as a sentence without names; null for nothing. */
export async function describeDamagedLog(documents: Pick<Documents, 'list' | 'count'>): Promise<string | null> {
  const where = { subscription: logSubscription };
  const sort = [{ field: 'position', direction: 'asc' as const }];
  const [first] = (await documents.list<FailedEvent>(space, { where, sort, limit: 1 })).docs;
  if (first === undefined) return null;
  const count = await documents.count(space, where);
  const place = `event ${first.position} (${first.type})`;
  const which = count === 1 ? capitalize(place) : `${count} events, the first of them ${place},`;
  return `${which} cannot be read. The dead letters tell why, and what to do.`;
}

export function countFailedEvents(documents: Documents): Promise<number> {
  return documents.count(space);
}

/** One that is damaged, changes rights or erases data is an alarm. */
function logFailedEvent(log: FailedEventDeps['log'], { subscription, event, error }: FailedEventInput) {
  const { position, type, stream } = event;
  const level = subscription === logSubscription || alarmingTypes.has(type) ? 'fatal' : 'error';
  log[level]({ err: error, subscription, position, type, stream }, 'Set an event aside that cannot be handled');
}
