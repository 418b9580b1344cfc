// Judges the texts of each message, and answers with their verdicts.
import { parentPort } from 'node:worker_threads';
import { classify } from '#domain/classification/classify.ts';
import { compilePhrasePatterns } from '#domain/text/phrase-index.ts';
import { createYielder } from '#server/lib/delay.ts';
import { compileMessage, type JudgeMessage } from './judge-message.ts';

/** Texts that arrive until it ends are judged in between, and compile what they need. */
async function compilePatterns(): Promise<void> {
  const yieldWhenDue = createYielder();
  const patterns = compilePhrasePatterns();
  while (patterns.next().done !== true) await yieldWhenDue();
}

parentPort?.on('message', (message: JudgeMessage) => {
  if (message === compileMessage) void compilePatterns();
  parentPort?.postMessage(message === compileMessage ? [] : message.map((text) => classify(text)));
});
