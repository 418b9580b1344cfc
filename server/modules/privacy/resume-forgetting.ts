import type { Logger } from 'pino';
import { repeatedly } from '#server/lib/repeatedly.ts';
import type { Forgetting } from './forgetting.ts';

const every = 60_000;

/** Sees through at once, and every minute, deletions that a process of this installation began and did not finish. */
export function startForgetting({ forgetting, log }: { forgetting: Pick<Forgetting, 'resume'>; log: Logger }) {
  const trouble = 'Deleted users could not be forgotten; trying again in a minute';
  return repeatedly({ work: forgetting.resume, every, log, trouble });
}
