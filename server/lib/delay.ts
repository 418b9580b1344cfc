import { setImmediate, setTimeout as wait } from 'node:timers/promises';

/** Resolves after `milliseconds`, or when `stopped`. */
export async function delay(milliseconds: number, stopped?: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, stopped ? { signal: stopped } : {}).catch(() => undefined);
}

let lastYield: Promise<unknown> = Promise.resolve();

/** Resolves when requests and other work that is ready have had their turn: one of all that wait here, each time. */
export async function yieldToEventLoop(): Promise<void> {
  // Otherwise all that wait would continue in one stretch, as long as they are many.
  const ownYield = lastYield.then(() => setImmediate());
  lastYield = ownYield;
  await ownYield;
}

const maxSliceMs = 8;

/**
 * For work in many steps: awaited between two of them, it lets other work run whenever 8 ms have passed; null before
 * that.
 */
export function createYielder(): () => Promise<void> | null {
  let sliceStartedAt = performance.now();
  const pause = async () => {
    await yieldToEventLoop();
    sliceStartedAt = performance.now();
  };
  return () => (performance.now() - sliceStartedAt < maxSliceMs ? null : pause());
}

const itemsPerYield = 500;

/** Maps a list that may be long: other work can run after 500 items, and after 8 ms. */
export async function mapWithYields<T, U>(items: readonly T[], map: (item: T, index: number) => U): Promise<U[]> {
  const mapped: U[] = [];
  const yieldWhenDue = createYielder();
  for (const item of items) {
    if (mapped.length > 0 && mapped.length % itemsPerYield === 0) await yieldToEventLoop();
    mapped.push(map(item, mapped.length));
    const pause = yieldWhenDue();
    if (pause !== null) await pause;
  }
  return mapped;
}

/** The result of `work`, or that of `onTimeout` (which may throw) where it takes longer; a later result is ignored. */
export async function withTimeout<T, O>(work: Promise<T>, timeoutMs: number, onTimeout: () => O): Promise<T | O> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, timeoutMs, undefined);
  try {
    return await Promise.race([work, late.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}

export type Timer = { isRunning: () => boolean; start: (delayMs: number) => void; stop: () => void };

/** Calls `work` once, `delayMs` after the last `start`. It keeps no process alive. */
export function createTimer(work: () => void): Timer {
  let timer: NodeJS.Timeout | null = null;
  const stop = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  return {
    isRunning: () => timer !== null,
    start: (delayMs) => {
      stop();
      timer = setTimeout(() => {
        timer = null;
        work();
      }, delayMs).unref();
    },
    stop,
  };
}
