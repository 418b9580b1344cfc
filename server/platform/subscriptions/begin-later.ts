import type { Logger } from 'pino';
import { StoreUnavailable } from '#projections/store/port.ts';
import { pause } from '#server/lib/pause.ts';

/** In ms, between two tries to begin. */
const betweenTries = 1_000;

type Stops = (() => Promise<void>)[];
type Beginning<T> = {
  /** A noun, for the log. */
  what: string;
  log: Logger;
  /** What has begun goes into `stops`. */
  begin: (stops: Stops, stopped: AbortSignal) => Promise<T>;
  onAway?: () => void;
};

/** Begins as soon as the stores let it; `stop` ends in reverse order what has begun. */
export function beginLater<T>({ what, log, begin, onAway }: Beginning<T>): {
  begun: Promise<T>;
  stop: () => Promise<void>;
} {
  const begun = Promise.withResolvers<T>();
  const stopped = new AbortController();
  const stops: Stops = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  const tryOn = async () => {
    while (!stopped.signal.aborted) {
      try {
        begun.resolve(await begin(stops, stopped.signal));
        return;
      } catch (error) {
        await stopAll();
        if (!(error instanceof StoreUnavailable)) throw error;
        onAway?.();
        log.warn({ err: error }, `${what} cannot begin just now; trying again`);
        await pause(betweenTries, stopped.signal);
      }
    }
  };
  const trying = tryOn().catch((error: unknown) => {
    log.fatal({ err: error }, `${what} did not begin`);
    begun.reject(error);
  });
  begun.promise.catch(() => undefined);
  return {
    begun: begun.promise,
    stop: async () => {
      stopped.abort();
      await trying;
      await stopAll();
    },
  };
}
