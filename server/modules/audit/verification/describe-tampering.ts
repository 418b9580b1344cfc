import type { LogDifference } from '#domain/history/contract.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { hashEvent } from '../hash-chain/chain.ts';
import type { ChainLink } from '../hash-chain/stored-links.ts';

/**
 * Describes how the log differs from the stored chain from `ordinal` on. `before` is the hash before it; `currentEvents` are
 * the events at that place now, and `links` those of the chain from `ordinal` on.
 */
type TamperingContext = { ordinal: number; before: Buffer; currentEvents: StoredEvent[]; links: ChainLink[] };

export function describeTampering(around: TamperingContext): LogDifference {
  const { ordinal, currentEvents, links } = around;
  const [event] = currentEvents;
  const position = links[0]?.position ?? null;
  if (!event) return describeMissing(ordinal, position);
  const is = createLinkMatcher(around);
  const here = { ordinal, position: event.position };
  if (is(event, 0)) {
    const sentence = `${nameEvent(event)} stood at position ${String(position)} when it was written.`;
    return { ...here, kind: 'out-of-order', sentence };
  }
  const isLater = links.some((_, index) => index > 0 && is(event, index));
  const isExpectedLater = currentEvents.some((other, index) => index > 0 && is(other, 0));
  if (isLater && !isExpectedLater) return describeMissing(ordinal, position);
  if (isLater) {
    const sentence = `${nameEvent(event)} belongs further on: events were put in another order.`;
    return { ...here, kind: 'out-of-order', sentence };
  }
  if (isExpectedLater) return describeInserted(ordinal, event);
  return { ...here, kind: 'changed', sentence: `${nameEvent(event)} is not what was written there: it was changed.` };
}

/** Whether an event is the one of the chain this many links further on. */
function createLinkMatcher({ before, links }: TamperingContext) {
  return (event: StoredEvent, index: number): boolean => {
    const from = index === 0 ? before : links[index - 1]?.hash;
    const to = links[index]?.hash;
    return from !== undefined && to !== undefined && hashEvent(from, event).equals(to);
  };
}

export function describeInserted(ordinal: number, event: StoredEvent): LogDifference {
  const sentence = `${nameEvent(event)} was not written there: it was put in.`;
  return { ordinal, position: event.position, kind: 'inserted', sentence };
}

export function describeMissing(ordinal: number, position: number | null): LogDifference {
  const which = position === null ? `Event number ${ordinal}` : `The event that stood at position ${position}`;
  return { ordinal, position, kind: 'missing', sentence: `${which} is missing: it was removed.` };
}

/** The store cannot even read the event. */
export function describeUnreadable(ordinal: number, position: number | null): LogDifference {
  const which = position === null ? `Event number ${ordinal}` : `The event at position ${position}`;
  return { ordinal, position, kind: 'changed', sentence: `${which} can no longer be read: it was changed.` };
}

function nameEvent({ position, type, stream }: StoredEvent): string {
  return `The event at position ${position} (${type} in ${stream})`;
}
