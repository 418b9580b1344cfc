import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of the time of one processor, by all threads. */
const maxIdleShare = 0.05;
const minReleasedBytes = 16 * 2 ** 20;
/** A collection blocks the event loop for about 2 ms per MB of it. */
const maxUsedBytes = 100 * 2 ** 20;

/** Times are in ms, sizes in bytes. */
export type ProcessUsage = { at: number; cpuMs: number; heapTotal: number; heapUsed: number };

/**
 * Returns a function to call at intervals: it collects garbage when the process was idle since the last call and its heap
 * has grown since the last collection. V8 itself collects only while a program allocates memory.
 */
export function createIdleCollector(readUsage = readProcessUsage, collect = collectGarbage): () => void {
  let before: ProcessUsage | null = null;
  let collectedTotal = 0;
  return () => {
    const now = readUsage();
    const wasIdle = before !== null && now.cpuMs - before.cpuMs < (now.at - before.at) * maxIdleShare;
    before = now;
    if (!wasIdle || now.heapUsed > maxUsedBytes || now.heapTotal - collectedTotal < minReleasedBytes) return;
    collect();
    collectedTotal = readUsage().heapTotal;
  };
}

function readProcessUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  const { heapTotal, heapUsed } = process.memoryUsage();
  return { at: performance.now(), cpuMs: (user + system) / 1000, heapTotal, heapUsed };
}

/** Lets this program call for collections, without `--expose-gc` on the command line. */
export function exposeCollections(): void {
  setFlagsFromString('--expose-gc');
}

/** Collects all garbage of this thread, and returns the pages that are free then to the operating system. */
export function collectGarbage(): void {
  exposeCollections();
  // Only a new context has the function; it collects the garbage of the whole thread.
  const gc = runInNewContext('gc') as NodeJS.GCFunction;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
