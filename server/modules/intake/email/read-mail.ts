import PQueue from 'p-queue';
import { callWorker } from '#server/lib/run-in-worker.ts';
import { NotAMail } from './parse-mail.ts';
import type { MailAnswer, ReadMail } from './read-thread.ts';

// Far more than a valid mail of 2 MB takes.
const timeoutMs = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 32 };
/** Of all threads together memory stays bounded too. */
const threads = new PQueue({ concurrency: 2 });

/** Reads raw MIME in a thread of its own, which is stopped when it uses too much. Throws NotAMail. */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const answer = await threads.add(() =>
    callWorker<MailAnswer>(new URL('read-thread.ts', import.meta.url), {
      workerData: raw,
      resourceLimits,
      timeoutMs,
      fallback: { problem: 'The e-mail takes too long or too much memory to read' },
    }),
  );
  if ('problem' in answer) throw new NotAMail(answer.problem);
  return answer.mail;
}
