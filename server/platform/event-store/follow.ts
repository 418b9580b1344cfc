import { setImmediate } from 'node:timers/promises';
import type { Position } from '#domain/shared/decider.ts';
import { pause } from '#server/lib/pause.ts';
import type { StoredEvent, Subscription } from './port.ts';

type Following = {
  after: Position;
  read: (after: Position) => Promise<StoredEvent[]>;
  handle: (events: StoredEvent[]) => Promise<void>;
};
/** `wake` tells that there may be more to read. */
type Follower = Subscription & { wake: () => void };

const firstPause = 50;
const longestPause = 5_000;

/** A subscription over a log that can be read from a position, and that says when it has grown. */
export function follow({ after, read, handle }: Following): Follower {
  const stopped = new AbortController();
  const bell = doorbell(stopped.signal);

  const batches = async () => {
    let position = after;
    let failures = 0;
    while (!stopped.signal.aborted) {
      try {
        const rung = bell.next();
        const events = await read(position);
        const last = events.at(-1);
        if (last) await handle(events);
        else await rung;
        position = last?.position ?? position;
        failures = 0;
        await setImmediate();
      } catch {
        failures += 1;
        await backOff(failures, stopped.signal);
      }
    }
  };

  const done = batches();
  return {
    wake: bell.ring,
    stop: () => {
      stopped.abort();
      return done;
    },
  };
}

/** `next` resolves at the first ring after its call, or when stopped. */
function doorbell(stopped: AbortSignal) {
  let { promise, resolve } = Promise.withResolvers<unknown>();
  const ring = () => {
    resolve(null);
    ({ promise, resolve } = Promise.withResolvers());
  };
  stopped.addEventListener('abort', () => resolve(null));
  return { ring, next: () => promise };
}

/** Doubles with each failure; jittered, so that many do not come back as one. */
async function backOff(failures: number, stopped: AbortSignal) {
  const longest = Math.min(longestPause, firstPause * 2 ** (failures - 1));
  await pause(longest * (0.5 + Math.random() / 2), stopped);
}
