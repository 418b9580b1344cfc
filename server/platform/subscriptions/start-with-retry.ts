import type { Logger } from 'pino';
import { StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';

type StopHooks = (() => Promise<void>)[];
type StartOptions<T> = {
  /** A noun with its article, for the log. */
  what: string;
  log: Logger;
  /** What has started is added to `stops`. */
  begin: (stops: StopHooks, stopped: AbortSignal) => Promise<T>;
  /** Called after a try that failed where another follows. */
  onUnavailable?: () => void;
};
type Started<T> = { started: Promise<T>; stop: () => Promise<void> };

/** Starts as soon as the stores let it; `stop` stops in reverse order what has started. */
export function startWithRetry<T>(options: StartOptions<T>): Started<T> {
  return start(options, (error) => error instanceof StoreDamaged);
}

/** The same for the work of a leader, which ends with an unknown error, as another process may succeed. */
export function startLeaderWork<T>(options: StartOptions<T>): Started<T> {
  return start(options, (error) => !(error instanceof StoreUnavailable));
}

function start<T>(
  { what, log, begin, onUnavailable }: StartOptions<T>,
  isPermanent: (error: unknown) => boolean,
): Started<T> {
  const begun = Promise.withResolvers<T>();
  const stopped = new AbortController();
  const stops: StopHooks = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  const attempt = async () => {
    try {
      begun.resolve(await begin(stops, stopped.signal));
    } catch (error) {
      await stopAll();
      if (!isPermanent(error)) onUnavailable?.();
      throw error;
    }
  };
  const retry = { log, stopped: stopped.signal, isPermanent };
  const attempts = retryUntilStopped(`start ${what}`, attempt, retry).catch((error: unknown) => {
    log[error instanceof StoreDamaged ? 'fatal' : 'error']({ err: error }, `Failed to start ${what}`);
    begun.reject(error);
  });
  begun.promise.catch(() => undefined);
  return {
    started: begun.promise,
    stop: async () => {
      stopped.abort();
      await attempts;
      await stopAll();
    },
  };
}
