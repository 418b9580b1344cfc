import { isInStream } from '#domain/event-catalog/streams.ts';
import type { HistoryDetails } from '#domain/history/contract.ts';
import type { Position } from '#domain/shared/decider.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { PushSubscriptions } from '#server/modules/alerts/index.ts';
import { readDeliveries } from './deliveries.ts';
import type { HistoryReader } from '../search/history-reader.ts';
import { loadNames, presentEvents } from './present-events.ts';
import { buildCausationTree } from './causation-tree.ts';

type DetailsDeps = {
  views: ViewReader;
  documents: Pick<Documents, 'getMany'>;
  events: Pick<EventStore, 'read'>;
  subscriptions: Pick<PushSubscriptions, 'listByUsers'>;
  history: Pick<HistoryReader, 'findAt' | 'correlated'>;
  /** The history's own views, which hold the hashes. */
  historyViews: Pick<ViewReader, 'list'>;
};

/** The most alert streams that are read. */
const maxStreams = 40;

/** An event in full with its causes and consequences; null where the log has none at `position`. */
export async function readDetails(deps: DetailsDeps, position: Position): Promise<HistoryDetails | null> {
  const { views, history, historyViews, events } = deps;
  const event = await history.findAt(position);
  if (!event) return null;
  const [presented] = await presentEvents({ views, history: historyViews }, [event]);
  if (!presented) return null;
  const related = await findRelatedEvents(event, history, events);
  const nameLookup = await loadNames(views, related);
  const chain = buildCausationTree(related, nameLookup, await readDeliveries(related, deps, nameLookup));
  return { ...presented, chain };
}

/** All events with the same correlation id. A digest delivers alerts matched under other ids: their streams join them. */
async function findRelatedEvents(
  event: StoredEvent,
  history: DetailsDeps['history'],
  events: DetailsDeps['events'],
): Promise<StoredEvent[]> {
  const eventsById = new Map([[event.id, event]]);
  const add = (more: readonly StoredEvent[]) => {
    for (const one of more) eventsById.set(one.id, one);
  };
  if (isAlert(event)) {
    const { events: alerts } = await events.read(event.stream);
    const matchEvent = alerts.findLast(({ type, position }) => type === 'AlertsMatched' && position <= event.position);
    if (matchEvent && matchEvent.metadata.correlationId !== event.metadata.correlationId) {
      add(await history.correlated(matchEvent.metadata.correlationId));
    }
  }
  add(await history.correlated(event.metadata.correlationId));
  const streams = new Set([...eventsById.values()].filter(isAlert).map(({ stream }) => stream));
  for (const stream of [...streams].slice(0, maxStreams)) add((await events.read(stream)).events);
  return [...eventsById.values()];
}

function isAlert(event: StoredEvent): boolean {
  return isInStream(event, 'alert');
}
