import { alertStream } from '#domain/event-catalog/streams.ts';
import type { AlertEvent } from '#domain/alert/events.ts';
import type { Recorded, StreamName } from '#domain/shared/decider.ts';
import { noStream, type StoredEvent, type StreamSlice } from '#server/platform/event-store/port.ts';

type DeliveredAlerts = Extract<AlertEvent, { type: 'AlertsDelivered' }>;
type MatchedAlert = Extract<AlertEvent, { type: 'AlertsMatched' }>;
/** An event store, or a part of it. */
export type AlertEventReader = {
  read: (stream: StreamName<AlertEvent>) => Promise<StreamSlice<Recorded<AlertEvent>>>;
};

/**
 * The streams of the alerts of a listing, from the `from`th on. They are written one after the other, so the first gap
 * is the end.
 */
export async function* readAlerts(
  events: AlertEventReader,
  listingId: string,
  from = 0,
): AsyncGenerator<Recorded<AlertEvent>[]> {
  for (let n = from; ; n += 1) {
    const { events: past, revision } = await events.read(alertStream(listingId, n));
    if (revision === noStream) return;
    yield past;
  }
}

/** The match that an alert's stream begins with. */
export function findMatch(past: Recorded<AlertEvent>[]): Recorded<MatchedAlert> | null {
  return past.find((event): event is Recorded<MatchedAlert> => event.type === 'AlertsMatched') ?? null;
}

export function isDelivered(event: StoredEvent): event is StoredEvent & DeliveredAlerts {
  return event.type === 'AlertsDelivered';
}

/** Whether it was delivered at once, and not with a daily digest. */
export function isImmediate(event: StoredEvent): event is StoredEvent & DeliveredAlerts {
  return isDelivered(event) && event.data.mode === 'immediate';
}
