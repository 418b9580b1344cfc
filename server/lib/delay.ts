import { setTimeout } from 'node:timers/promises';

/** Resolves after `milliseconds`, or when `stopped`. */
export async function delay(milliseconds: number, stopped?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, stopped ? { signal: stopped } : {}).catch(() => undefined);
}
