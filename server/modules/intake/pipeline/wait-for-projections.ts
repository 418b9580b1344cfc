import type { Position } from '#domain/shared/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';

export type ProjectionWaitDeps = {
  events: Pick<EventStore, 'head'>;
  /** Resolves once the views have applied `position`, or after 2 s. */
  waitForProjections: (position: Position) => Promise<void>;
};

/**
 * Waits until the views show everything that was written. The items are durable without that, so it does not wait while
 * the log cannot be read.
 */
export async function waitForProjectionsAtHead({ events, waitForProjections }: ProjectionWaitDeps): Promise<void> {
  const head = await events.head().catch(() => null);
  if (head !== null) await waitForProjections(head);
}
