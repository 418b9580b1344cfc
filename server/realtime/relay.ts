import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { ProjectionTracker } from '#server/platform/projector/projection-progress.ts';
import type { Checkpoint, Subscriber } from '#server/platform/subscriptions/subscriber.ts';

/** The events after one position up to another, in order. Without events it only tells the positions. */
export type RelayMessage = {
  after: Position;
  position: Position;
  /** The views show all events up to this one. */
  applied: Position;
  events: StoredEvent[];
};

/** Encrypted and in base64 the message has about 1 MB; it is larger only where one event is. */
const maxMessageBytes = 700_000;
/** After a longer absence pages load again, instead of being notified of each event. */
const maxAbsenceMs = 10 * 60_000;

export type RelayDeps = {
  events: Pick<EventStore, 'head' | 'readAll'>;
  views: Pick<ViewStore, 'checkpoints'>;
  projections: readonly AnyProjection[];
  tracker: Pick<ProjectionTracker, 'waitUntilApplied'>;
  clock: Clock;
  checkpoint: Checkpoint;
  /** Resolves once the message is sent. */
  publish: (message: RelayMessage) => Promise<void>;
};

/**
 * Sends events as soon as they are in the log, and tells once the views show them. Each message names the position
 * that it follows, so that a receiver notices a gap; `sendBeat` shows a gap at the end.
 */
export function createRelay(deps: RelayDeps): { subscriber: Subscriber; sendBeat: () => Promise<void> } {
  const { checkpoint, publish } = deps;
  const waitForViews = createViewsWait(deps);
  let sentUntil = startPosition;
  let applied = startPosition;
  let isLoaded = false;
  const send = async (position: Position, events: StoredEvent[]) => {
    await publish({ after: sentUntil, position, applied, events });
    if (position > sentUntil) sentUntil = position;
  };
  const sendBeat = () => send(sentUntil, []);
  return {
    sendBeat: () => (isLoaded ? sendBeat() : Promise.resolve()),
    subscriber: {
      name: 'live-updates',
      handle: async (batch, stopped) => {
        // A batch comes again where sending a part of it has failed.
        for (const { position, events } of splitBySize(batch)) if (position > sentUntil) await send(position, events);
        await waitForViews(batch, stopped);
        if (stopped.aborted) return;
        applied = batch.at(-1)?.position ?? applied;
        await sendBeat();
      },
      checkpoint: {
        save: checkpoint.save,
        load: async () => {
          sentUntil = await findStart(deps, await checkpoint.load());
          applied = sentUntil;
          isLoaded = true;
          return sentUntil;
        },
      },
    },
  };
}

/** After a long absence, the first event that a view does not show yet. */
async function findStart({ events, views, projections, clock }: RelayDeps, saved: Position): Promise<Position> {
  const [next] = await events.readAll(saved, 1);
  if (next === undefined || Date.parse(next.metadata.at) > clock().getTime() - maxAbsenceMs) return saved;
  const [head, checkpoints] = await Promise.all([events.head(), views.checkpoints()]);
  const positions = projections.flatMap(({ view }) => checkpoints.get(view) ?? []);
  return positions.reduce((least, position) => (position < least ? position : least), head);
}

/** Returns what waits until each view shows the last of these events that it handles. */
function createViewsWait({ projections, tracker }: Pick<RelayDeps, 'projections' | 'tracker'>) {
  const handlers = projections.map(({ view, handles }) => ({ view, types: new Set<string>(handles) }));
  return async (events: StoredEvent[], stopped: AbortSignal): Promise<void> => {
    const waits = handlers.map(async ({ view, types }) => {
      const last = events.findLast(({ type }) => types.has(type));
      if (last !== undefined) await tracker.waitUntilApplied(last.position, stopped, [view]);
    });
    await Promise.all(waits);
  };
}

function splitBySize(batch: StoredEvent[]): { position: Position; events: StoredEvent[] }[] {
  const parts: { position: Position; events: StoredEvent[]; bytes: number }[] = [];
  for (const event of batch) {
    const bytes = Buffer.byteLength(JSON.stringify(event));
    const part = parts.at(-1);
    if (part === undefined || part.bytes + bytes > maxMessageBytes)
      parts.push({ position: event.position, events: [event], bytes });
    else {
      part.events.push(event);
      part.position = event.position;
      part.bytes += bytes;
    }
  }
  return parts;
}
