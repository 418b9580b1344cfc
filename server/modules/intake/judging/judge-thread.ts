// Judges the texts of each message, and answers with their verdicts.
import { workerData } from 'node:worker_threads';
import { classify } from '#domain/classification/classify.ts';
import { createWeightTable, getFittedTable, type Weights } from '#domain/classification/model.ts';
import { compilePhrasePatterns } from '#domain/text/phrase-index.ts';
import { collectGarbage } from '#server/lib/threads/idle-memory.ts';
import { answerMessages } from '#server/lib/threads/run-in-worker.ts';
import { createYielder } from '#server/lib/delay.ts';
import { compileMessage, type JudgeMessage } from './judge-message.ts';

const weights = workerData as Weights | null; // judge.ts starts this thread
const table = weights === null ? getFittedTable() : createWeightTable(weights);

/** Texts that arrive until it ends are judged in between, and compile what they need. */
async function compilePatterns(): Promise<void> {
  const yieldWhenDue = createYielder();
  const patterns = compilePhrasePatterns();
  while (patterns.next().done !== true) await yieldWhenDue();
  collectGarbage();
}

answerMessages((message: JudgeMessage) => {
  if (message === compileMessage) void compilePatterns();
  return message === compileMessage ? [] : message.map((text) => classify(text, table));
});
