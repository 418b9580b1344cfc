import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import { Fenced, StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import { abortable } from '#server/lib/abortable.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { createCheckpointSaver } from './checkpoint-saver.ts';
import type { FailedEventInput } from './failed-events.ts';
import { handleBatch } from './handle-batch.ts';
import type { LogReader } from './log-reader.ts';
import { createProgressTracker } from './progress-tracker.ts';
import type { RunningSubscription, Subscriber } from './subscriber.ts';

/** The log as a subscription reads it. */
export type SubscriptionSource = {
  /** Resolves to what creates readers, when the log is available. */
  open: () => Promise<(start: Position) => LogReader>;
  head: () => Promise<Position>;
  /** Resolves at the next event, or when `wake` is called. */
  waitForEvents: () => Promise<unknown>;
  wake: () => void;
};

export type RunOptions = {
  log: Pick<Logger, 'warn' | 'error' | 'fatal'>;
  /** Records an event that failed three times, durably. */
  setAside: (failed: FailedEventInput) => Promise<void>;
};

/** Runs a subscriber from its checkpoint on, until it is stopped, fenced, or the store turns out to be damaged. */
export function runSubscriber(
  subscriber: Subscriber,
  source: SubscriptionSource,
  { log, setAside }: RunOptions,
): RunningSubscription {
  const { name, checkpoint } = subscriber;
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const progress = createProgressTracker();
  const ready = Promise.withResolvers<undefined>();
  const saver = createCheckpointSaver(checkpoint, stopped, source.wake);
  let state: ReturnType<RunningSubscription['state']> = 'running';
  let reader: LogReader | null = null;

  const retryOptions = { log, stopped, isPermanent };
  const attempt = <T>(what: string, work: () => Promise<T>) =>
    retryUntilStopped(`${what} of ${name}`, work, retryOptions);
  const handleOptions = {
    log,
    stopped,
    setAside,
    onRetry: () => {
      state = 'retrying';
    },
  };

  const handleNext = async (from: LogReader, head: Position) => {
    const arrived = source.waitForEvents();
    const batch = await attempt('read events', from.next);
    if (batch === null) {
      if (!saver.isDue()) await arrived;
    } else {
      if (batch.events.length > 0) await handleBatch(subscriber, batch.events, handleOptions);
      state = 'running';
      from.advance(batch.position);
      saver.advance(batch.position, batch.events.length);
      progress.recordApplied(batch.position);
      if (batch.position >= head) ready.resolve(undefined);
    }
    if (saver.isDue()) await attempt('save the checkpoint', saver.save);
    if (batch !== null) await setImmediate();
  };

  const follow = async () => {
    const opening = await abortable(stopped, source.open());
    if (opening === null) return;
    const load = async () => ({ head: await source.head(), position: await checkpoint.load() });
    const start = await attempt('read the checkpoint', load);
    if (start === null) return;
    progress.recordApplied(start.position);
    if (start.position >= start.head) ready.resolve(undefined);
    reader = opening(start.position);
    while (!stopped.aborted) await handleNext(reader, start.head);
  };

  const end = async () => {
    await saver.save().catch((error: unknown) => {
      if (!(error instanceof Fenced)) log.warn({ err: error, subscription: name }, 'Failed to save the checkpoint');
    });
    reader?.close();
    state = 'stopped';
    ready.reject(new StoreUnavailable(`The subscription ${name} has stopped`));
  };
  const done = follow()
    .catch((error: unknown) => {
      if (error instanceof Fenced) subscriber.onFenced?.();
      else if (!stopped.aborted) {
        log.fatal({ err: error, subscription: name }, 'A subscription has ended');
        ready.reject(error);
      }
    })
    .finally(end);
  ready.promise.catch(() => undefined);

  return {
    name,
    position: progress.position,
    waitFor: progress.waitForProjections,
    ready: ready.promise,
    lag: () => reader?.lag() ?? { events: 0, seconds: 0 },
    state: () => state,
    stop: async () => {
      stopping.abort();
      source.wake();
      await done;
    },
  };
}

/** Data that does not belong together stays so: another process took over, or the log is another one. */
function isPermanent(error: unknown): boolean {
  return error instanceof Fenced || error instanceof StoreDamaged;
}
