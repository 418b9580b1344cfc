import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import type { RelayMessage } from './relay.ts';

/** A process that is slower than the relay for longer lets its pages load again instead. */
const maxWaitingMessages = 200;
/** In ms: the relay sends a beat every second, and another takes over within 10 s. */
const silenceMs = 15_000;

type LiveUpdateDeps = {
  projections: readonly AnyProjection[];
  log: Pick<Logger, 'error' | 'warn'>;
  /** Notified of events as soon as they are in the log. */
  handleNewEvents: (events: StoredEvent[]) => Promise<void>;
  /** Notified once the views show the effects of the events. */
  handleAppliedBatch: (batch: AppliedBatch) => Promise<void>;
  /** Notified where events were missed, once the views show them; `isFirst` for those before the first message. */
  handleGap: (isFirst: boolean) => Promise<void>;
};

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;

/** Receives the messages of the relay in a process that serves pages. What its listeners throw is logged. */
export function createLiveUpdates(deps: LiveUpdateDeps) {
  const receiving = Promise.withResolvers<undefined>();
  const runExclusive = createKeyedMutex();
  let lastMessageAt = Number.POSITIVE_INFINITY;
  let isReceiving = false;
  let waiting = 0;
  const handleGap = async (isFirst: boolean) => {
    isReceiving = true;
    receiving.resolve(undefined);
    await deps.handleGap(isFirst);
  };
  const handleMessage = createMessageHandler({ ...deps, handleGap });
  return {
    /** Resolves when it receives all events from now on. */
    receiving: receiving.promise,
    isReceiving: () => isReceiving,
    /** Whether the last message came long ago. */
    isSilent: () => performance.now() - lastMessageAt > silenceMs,
    receive: (message: RelayMessage): void => {
      lastMessageAt = performance.now();
      // The next message shows the gap.
      if (waiting >= maxWaitingMessages) return;
      waiting += 1;
      void runExclusive('messages', () => handleMessage(message)).finally(() => {
        waiting -= 1;
      });
    },
  };
}

function createMessageHandler(deps: LiveUpdateDeps) {
  const { projections, log, handleNewEvents, handleAppliedBatch, handleGap } = deps;
  const findChanged = createChangeFinder(projections);
  let last: Position | null = null;
  let gap: { until: Position; isFirst: boolean } | null = null;
  let unapplied: StoredEvent[] = [];
  const notify = async (listen: () => Promise<void>) => {
    try {
      await listen();
    } catch (error) {
      log.error({ err: error }, 'Failed to send live updates');
    }
  };
  /** Returns the events that did not come before. */
  const takeEvents = ({ after, position, events }: RelayMessage) => {
    const known = last ?? after;
    if (last === null) gap = { until: after, isFirst: true };
    else if (after > last) {
      log.warn({ from: last, until: after }, 'Missed live updates; open pages load again');
      gap = { until: after, isFirst: gap?.isFirst ?? false };
    }
    if (last === null || position > last) last = position;
    return events.filter((event) => event.position > known);
  };
  const applyUntil = async (applied: Position) => {
    if (gap !== null && gap.until <= applied) {
      const { isFirst } = gap;
      gap = null;
      await notify(() => handleGap(isFirst));
    }
    const events = unapplied.filter(({ position }) => position <= applied);
    const position = events.at(-1)?.position;
    if (position === undefined) return;
    unapplied = unapplied.slice(events.length);
    await notify(() => handleAppliedBatch({ events, position, changed: findChanged(events) }));
  };
  return async (message: RelayMessage): Promise<void> => {
    const events = takeEvents(message);
    if (events.length > 0) await notify(() => handleNewEvents(events));
    unapplied.push(...events);
    await applyUntil(message.applied);
  };
}

/** The documents that events may have changed, by view. */
function createChangeFinder(projections: readonly AnyProjection[]) {
  const handlers = projections.map(({ view, handles, idsOf }) => ({
    view,
    handles: new Set(handles),
    // A projection receives only events of the types that it handles.
    idsOf: idsOf as (event: StoredEvent) => string[],
  }));
  return (events: StoredEvent[]): AppliedBatch['changed'] => {
    const changed: AppliedBatch['changed'] = new Map();
    for (const { view, handles, idsOf } of handlers) {
      const ids = events.filter(({ type }) => handles.has(type)).flatMap((event) => listIds(event, idsOf));
      if (ids.length > 0) changed.set(view, new Set(ids));
    }
    return changed;
  };
}

/** An event that a projection cannot apply has changed nothing. */
function listIds(event: StoredEvent, idsOf: (event: StoredEvent) => string[]): string[] {
  try {
    return idsOf(event);
  } catch {
    return [];
  }
}
