import { classify } from '#domain/classification/classify.ts';
import type { ClassificationVerdict, ListingText } from '#domain/classification/verdict.ts';
import { createYielder } from '#server/lib/delay.ts';
import { createWorkerPool } from '#server/lib/worker-pool.ts';
import { compileMessage } from './judge-message.ts';

/** The verdicts of texts, in their order. */
export type Judge = (texts: ListingText[]) => Promise<ClassificationVerdict[]>;

/** Judges in this thread: for few texts, as the first ones compile patterns for seconds. */
export const judgeHere: Judge = async (texts) => {
  const verdicts: ClassificationVerdict[] = [];
  const yieldWhenDue = createYielder();
  for (const text of texts) {
    verdicts.push(classify(text));
    await yieldWhenDue();
  }
  return verdicts;
};

const judgeInThread = createWorkerPool<ClassificationVerdict[] | null>(new URL('judge-thread.ts', import.meta.url), {
  size: 1,
  // Texts are limited in length, and no pattern takes long: however busy the machine is, they are waited for.
  timeoutMs: null,
  // With the usual 48 MB it would keep 100 MB that compiling leaves behind.
  resourceLimits: { maxYoungGenerationSizeMb: 8 },
  fallback: null,
});

/** Judges in a thread, which starts with the first call. */
export const judgeApart: Judge = async (texts) => {
  const verdicts = await judgeInThread(texts);
  if (verdicts === null) throw new Error('The thread that judges listings failed');
  return verdicts;
};

/** Starts the thread, which compiles all patterns while it has nothing to judge. */
export function prepareJudging(): void {
  void judgeInThread(compileMessage);
}
