import { classify } from '#domain/classification/classify.ts';
import type { Weights, WeightTable } from '#domain/classification/model.ts';
import type { ClassificationVerdict, ListingText } from '#domain/classification/verdict.ts';
import { createYielder } from '#server/lib/delay.ts';
import { createWorkerPool } from '#server/lib/threads/worker-pool.ts';

/** The verdicts of texts, in their order. */
export type Judge = (texts: ListingText[]) => Promise<ClassificationVerdict[]>;

/** Judges in this thread: for few texts, as the first one builds the indexes of all phrases, which takes a second. */
export const createJudgeHere =
  (table?: WeightTable): Judge =>
  async (texts) => {
    const verdicts: ClassificationVerdict[] = [];
    const yieldWhenDue = createYielder();
    for (const text of texts) {
      verdicts.push(classify(text, table));
      await yieldWhenDue();
    }
    return verdicts;
  };

const createPool = (weights: Weights | null) =>
  createWorkerPool<ClassificationVerdict[] | null>(new URL('judge-thread.ts', import.meta.url), {
    size: 1,
    workerData: weights,
    // Texts are limited in length, and no pattern takes long: however busy the machine is, they are waited for.
    cpuLimitMs: null,
    // With the usual 48 MB it would keep 100 MB that building its indexes leaves behind.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
    fallback: null,
  });

/** By their weights, null for the built-in ones: all that judge by the same weights share a thread. */
const pools = new Map<Weights | null, ReturnType<typeof createPool>>();

function findPool(weights: Weights | null) {
  const pool = pools.get(weights) ?? createPool(weights);
  pools.set(weights, pool);
  return pool;
}

/** Judges in a thread, which starts with the first call. */
export const createJudgeApart =
  (weights: Weights | null): Judge =>
  async (texts) => {
    const verdicts = await findPool(weights)(texts);
    if (verdicts === null) throw new Error('The thread that judges listings failed');
    return verdicts;
  };

/** Starts the thread, which builds its indexes first. */
export function prepareJudging(weights: Weights | null): void {
  void findPool(weights)([]);
}
