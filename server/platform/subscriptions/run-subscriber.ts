import { Fenced, StoreUnavailable } from '#projections/store/port.ts';
import { createCheckpointSaver } from './checkpoint-saver.ts';
import { followLog } from './follow-log.ts';
import { createProgressTracker } from './progress-tracker.ts';
import type { RunningSubscription, Subscriber } from './subscriber.ts';
import type { RunOptions, SubscriptionRun, SubscriptionSource } from './subscription-run.ts';

/** Runs a subscriber from its checkpoint on, until it is stopped, fenced, or the store turns out to be damaged. */
export function runSubscriber(
  subscriber: Subscriber,
  source: SubscriptionSource,
  options: RunOptions,
): RunningSubscription {
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const progress = createProgressTracker();
  const ready = Promise.withResolvers<undefined>();
  ready.promise.catch(() => undefined);
  const run: SubscriptionRun = {
    ...options,
    subscriber,
    source,
    stopped,
    saver: createCheckpointSaver(subscriber.checkpoint, stopped, source.wake),
    reader: null,
    state: 'running',
    recordProgress: (position) => {
      progress.recordApplied(position);
      subscriber.onProgress?.(position);
    },
    recordReady: () => ready.resolve(undefined),
  };
  const done = followLog(run)
    .catch((error: unknown) => {
      reportEnd(run, error);
      ready.reject(error);
    })
    .finally(() => endRun(run))
    .finally(() => ready.reject(new StoreUnavailable(`The subscription ${subscriber.name} has stopped`)));

  return {
    name: subscriber.name,
    position: progress.position,
    waitFor: progress.waitForProjections,
    ready: ready.promise,
    lag: () => run.reader?.lag() ?? { events: 0, seconds: 0 },
    setAside: (part, failed) => options.setAside({ ...failed, subscription: `${subscriber.name}/${part}` }),
    replay: async (failed) => {
      const event = await source.find(failed);
      if (subscriber.replay) await subscriber.replay(event, { subscription: failed.subscription, stopped });
      else await subscriber.handle([event], stopped);
      stopped.throwIfAborted();
    },
    handlesPart: subscriber.handlesPart ?? (() => false),
    state: () => run.state,
    stop: async () => {
      stopping.abort();
      source.wake();
      await done;
    },
  };
}

function reportEnd({ subscriber, stopped, log, onEnded }: SubscriptionRun, error: unknown) {
  if (error instanceof Fenced) subscriber.onFenced?.();
  else if (!stopped.aborted) {
    log.fatal({ err: error, subscription: subscriber.name }, 'Subscription ended');
    onEnded?.(subscriber.name, error);
  }
}

async function endRun(run: SubscriptionRun) {
  const { saver, log, subscriber, reader } = run;
  try {
    await saver.save();
  } catch (error) {
    if (!(error instanceof Fenced))
      log.warn({ err: error, subscription: subscriber.name }, 'Failed to save checkpoint');
  }
  reader?.close();
  run.state = 'stopped';
}
