import type { delay } from '#server/lib/delay.ts';
import type { Log } from '#server/lib/log.ts';
import type { Position } from '#domain/shared/decider.ts';
import { Fenced, StoreDamaged } from '#projections/store/port.ts';
import type { createCheckpointSaver } from './checkpoint-saver.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { FailedEvent, FailedEventInput } from './failed-events.ts';
import type { LogReader } from './log-reader.ts';
import type { RunningSubscription, Subscriber } from './subscriber.ts';

/** The log as a subscription reads it. */
export type SubscriptionSource = {
  /** Resolves to what creates readers, when the log is available. */
  open: () => Promise<(start: Position) => LogReader>;
  head: () => Promise<Position>;
  /** An event as the subscriber reads it. */
  find: (failed: FailedEvent) => Promise<StoredEvent>;
  /** Resolves at the next event, or when `wake` is called. */
  waitForEvents: () => Promise<unknown>;
  wake: () => void;
};

export type RunOptions = {
  log: Log;
  /** Records an event that failed three times, durably. */
  setAside: (failed: FailedEventInput) => Promise<void>;
  /** Called where a subscription has ended that was not stopped. */
  onEnded?: (subscription: string, error: unknown) => void;
  /** Waits while a subscriber collects events; `delay` unless given. */
  pause?: typeof delay;
};

/** A subscription and its state. */
export type SubscriptionRun = RunOptions & {
  subscriber: Subscriber;
  source: SubscriptionSource;
  stopped: AbortSignal;
  saver: ReturnType<typeof createCheckpointSaver>;
  reader: LogReader | null;
  state: ReturnType<RunningSubscription['state']>;
  recordProgress: (position: Position) => void;
  /** All is handled that was in the log at the start. */
  recordReady: () => void;
};

/** Data that does not belong together stays so: another process took over, or the log is another one. */
export function isPermanent(error: unknown): boolean {
  return error instanceof Fenced || error instanceof StoreDamaged;
}
