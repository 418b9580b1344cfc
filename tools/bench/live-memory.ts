import { setImmediate } from 'node:timers/promises';

const maxPasses = 20;
/** Two passes in a row whose results differ by at most this much left nothing to collect. */
const agreedBytes = 16_384;

/** Bytes of the heap and of array buffers that are still referenced. Needs `--expose-gc`: throws without it. */
export async function measureLiveBytes(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('needs node --expose-gc');
  const collect = async () => {
    await gc({ type: 'major', execution: 'async' });
    // Objects released by finalizers of the first pass are collected by the next one.
    await setImmediate();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  let before = await collect();
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const now = await collect();
    if (Math.abs(now - before) <= agreedBytes) return now;
    before = now;
  }
  return before;
}
