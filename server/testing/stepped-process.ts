import type { EventStore } from '#server/platform/event-store/port.ts';

/** Stops a process before it calls a store, until the test resumes it. */
export type Pause = () => Promise<void>;
export type SteppedProcess<T> = {
  /** Lets it run to its next call of a store, or to its end. False where it has ended. */
  step: () => Promise<boolean>;
  /** Lets it run to its end. */
  finish: () => Promise<PromiseSettledResult<T>>;
};

/** What one process does, of which a test decides when it goes on: a process may be suspended at any await. */
export async function startStepped<T>(run: (pause: Pause) => Promise<T>): Promise<SteppedProcess<T>> {
  let resumed = Promise.withResolvers<undefined>();
  let stopped = Promise.withResolvers<undefined>();
  let hasEnded = false;
  const pause = async () => {
    stopped.resolve(undefined);
    await resumed.promise;
  };
  const ending = Promise.allSettled([run(pause)]).then(([result]) => {
    hasEnded = true;
    stopped.resolve(undefined);
    return result;
  });
  const step = async () => {
    if (hasEnded) return false;
    const { resolve } = resumed;
    [resumed, stopped] = [Promise.withResolvers(), Promise.withResolvers()];
    resolve(undefined);
    await stopped.promise;
    return true;
  };
  await stopped.promise;
  return {
    step,
    finish: async () => {
      while (await step());
      return ending;
    },
  };
}

/** The log as a process sees it that is suspended before each of its calls. */
export function pauseStore(events: EventStore, pause: Pause): EventStore {
  const read: EventStore['read'] = async (stream: string, from?: number, limit?: number) => {
    await pause();
    return events.read(stream, from, limit);
  };
  return {
    ...events,
    read,
    append: async (...given) => {
      await pause();
      return events.append(...given);
    },
  };
}
