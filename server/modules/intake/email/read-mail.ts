import { availableParallelism } from 'node:os';
import { createWorkerPool } from '#server/lib/threads/worker-pool.ts';
import { NotAMail } from './parse-mail.ts';
import type { MailAnswer, ReadMail } from './read-thread.ts';

export type { ReadMail };

const readInThread = createWorkerPool<MailAnswer>(new URL('read-thread.ts', import.meta.url), {
  // One core is left to the requests.
  size: Math.max(1, Math.min(2, availableParallelism() - 1)),
  // Far more than a valid mail of 8 MB takes.
  cpuLimitMs: 10_000,
  resourceLimits: { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 32 },
  fallback: { problem: 'The email takes too long or too much memory to read' },
});

/** Reads raw MIME in a thread, which is replaced when it uses too much. Throws NotAMail. */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const answer = await readInThread(raw);
  if ('problem' in answer) throw new NotAMail(answer.problem);
  return answer.mail;
}
