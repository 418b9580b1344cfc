import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { abortable } from './abortable.ts';

/** `stop` resolves when the current run has ended. */
export type Schedule = { stop: () => Promise<void> };

type ScheduledJob = {
  work: (stopped: AbortSignal) => unknown;
  /** The pause after a run, in ms. */
  intervalMs: number | (() => number);
  /** The first run waits for it; if it fails, for `intervalMs` more. */
  ready?: Promise<unknown>;
  log: Pick<Logger, 'error'>;
  /** The log message for a failed run; the next run takes place all the same. */
  failureMessage: string;
};

/** Runs at once and then again after each pause. It keeps no process alive. */
export function runEvery({ work, intervalMs, ready = Promise.resolve(), log, failureMessage }: ScheduledJob): Schedule {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = () => {
    const pauseMs = typeof intervalMs === 'number' ? intervalMs : intervalMs();
    return setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  };
  const runOnce = async () => {
    try {
      await work(signal);
    } catch (error) {
      log.error({ err: error }, failureMessage);
    }
    await pause();
  };
  const done = abortable(signal, ready)
    .catch(pause)
    .then(() => repeatUntilStopped(signal, runOnce));
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

/** Runs `work` again and again, also until `isDone`; throws what it throws. */
export async function repeatUntilStopped(
  stopped: AbortSignal,
  work: () => Promise<unknown>,
  isDone = () => false,
): Promise<void> {
  while (!stopped.aborted && !isDone()) await work();
}
