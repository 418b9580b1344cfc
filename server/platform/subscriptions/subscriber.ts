import type { Position } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { FailedEvent, FailedEventInput } from './failed-events.ts';

/** Where a subscriber continues after a restart. */
export type Checkpoint = {
  /** The last position whose effects are durable. */
  load: () => Promise<Position>;
  /** Makes the effects of all events up to `position` durable, and then `position`. */
  save: (position: Position) => Promise<void>;
  /** In ms: the longest time between handling a batch and saving it; by default 500. */
  intervalMs?: number;
};

/** A reaction to the log that one runtime supervises. */
export type Subscriber = {
  /** Its label in metrics and logs. */
  name: string;
  /** Whether it gets events as stored, with personal data encrypted, or decrypted ones (the default). */
  reads?: 'encrypted' | 'decrypted';
  /** The event types that it handles; others only move its checkpoint. Absent: all. */
  handles?: readonly string[];
  /**
   * Idempotent. Gets 1 to 500 events in order. Its effects are durable when it resolves, or else when the checkpoint
   * has saved their position.
   */
  handle: (events: StoredEvent[], stopped: AbortSignal) => Promise<void>;
  checkpoint: Checkpoint;
  /** Called when everything up to a position is handled, or is of no type that it handles. */
  onProgress?: (position: Position) => void;
  /** Whether it also handles events of these types whose data are damaged, which are set aside otherwise. */
  takesDamaged?: boolean;
  /** In ms: how long it waits for further events once the first has arrived, while others are notified. */
  collectMs?: number;
  /** An event that failed three times is set aside (the default); with 'stop' it is retried for ever. */
  onFailedEvent?: 'set aside' | 'stop';
  /** Called for an event that was set aside: it comes again only as a replay. */
  skip?: (event: StoredEvent) => void;
  /** Handles an event that was set aside, whatever came since, also while `handle` runs; absent: `handle` does. */
  replay?: (event: StoredEvent, replay: Replay) => Promise<void>;
  /** Whether it is the one of several parts that set an event aside under this name; absent: no. */
  handlesPart?: (subscription: string) => boolean;
  /** Called when another process has taken over: the subscription has stopped then. */
  onFenced?: () => void;
};

/** `subscription` is the name under which the event was set aside. */
export type Replay = { subscription: string; stopped: AbortSignal };

/** Starts a subscriber; the process has one such function. */
export type RunSubscriber = (subscriber: Subscriber) => RunningSubscription;

export type RunningSubscription = {
  name: string;
  /** The last position that was handled. */
  position: () => Position;
  /** Resolves when `position` is handled, or after 2 s. */
  waitFor: (position: Position) => Promise<unknown>;
  /** Resolves when all is handled that was in the log at the start. Rejects where it cannot be. */
  ready: Promise<void>;
  /** The unhandled events, and seconds since the first of them was written. */
  lag: () => SubscriptionLag;
  /** Sets an event aside that a part of the subscriber's work cannot handle. */
  setAside: (part: string, failed: Omit<FailedEventInput, 'subscription'>) => Promise<void>;
  /** Handles an event again that was set aside. Throws what the subscriber throws. */
  replay: (failed: FailedEvent) => Promise<void>;
  handlesPart: (subscription: string) => boolean;
  state: () => 'running' | 'retrying' | 'stopped';
  /** Resolves when the current batch is handled and the checkpoint is saved. */
  stop: () => Promise<void>;
};

/** `events` is estimated where they are not in memory and the store's positions are not consecutive. */
export type SubscriptionLag = { events: number; seconds: number };
