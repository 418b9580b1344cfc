import type { HistoryDetails } from '#domain/history/contract.ts';
import type { Position } from '#domain/decider.ts';
import type { Context } from '../context.ts';
import type { EventStore, StoredEvent } from '../event-store/port.ts';
import { deliveriesOf } from './deliveries.ts';
import type { History } from './history.ts';
import { showingOf, shownEvents } from './shown.ts';
import { treeOf } from './tree.ts';

/** So many streams of alerts are looked into. */
const mostStreams = 40;

/** One event in full, with what led to it and what it led to; null where none stands there. */
export async function detailsAt(context: Context, position: Position): Promise<HistoryDetails | null> {
  const { views, documents, desk, events, push } = context;
  const event = await desk.history.at(position);
  if (!event) return null;
  const [shown] = await shownEvents({ views, history: desk.views }, [event]);
  if (!shown) return null;
  const related = await relatedTo(event, desk.history, events);
  const showing = await showingOf(views, related);
  const parts = { documents, events, subscriptions: push.subscriptions };
  const chain = treeOf(related, showing, await deliveriesOf(related, parts, showing));
  return { ...shown, chain };
}

/** Whatever shares the event's correlation. A digest delivers what was matched under another one: streams join them. */
async function relatedTo(event: StoredEvent, history: History, events: EventStore): Promise<StoredEvent[]> {
  const found = new Map([[event.id, event]]);
  const add = (more: readonly StoredEvent[]) => {
    for (const one of more) found.set(one.id, one);
  };
  if (isAlert(event)) {
    const { events: alerts } = await events.read(event.stream);
    const matched = alerts.findLast(({ type, position }) => type === 'AlertsMatched' && position <= event.position);
    if (matched && matched.metadata.correlationId !== event.metadata.correlationId) {
      add(await history.correlated(matched.metadata.correlationId));
    }
  }
  add(await history.correlated(event.metadata.correlationId));
  const streams = new Set([...found.values()].filter(isAlert).map(({ stream }) => stream));
  for (const stream of [...streams].slice(0, mostStreams)) add((await events.read(stream)).events);
  return [...found.values()];
}

function isAlert({ stream }: StoredEvent): boolean {
  return stream.startsWith('alert-');
}
