import type { Logger } from 'pino';
import { StoreUnavailable } from '#projections/store/port.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';

type StopHooks = (() => Promise<void>)[];
type StartOptions<T> = {
  /** A noun with its article, for the log. */
  what: string;
  log: Logger;
  /** What has started is added to `stops`. */
  begin: (stops: StopHooks, stopped: AbortSignal) => Promise<T>;
  onUnavailable?: () => void;
};

/** Starts as soon as the stores are available; `stop` stops in reverse order what has started. */
export function startWithRetry<T>({ what, log, begin, onUnavailable }: StartOptions<T>): {
  started: Promise<T>;
  stop: () => Promise<void>;
} {
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
    log.fatal({ err: error }, `Failed to start ${what}`);
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

function isPermanent(error: unknown): boolean {
  return !(error instanceof StoreUnavailable);
}
