import type { Context } from '../context.ts';
import { repeatedly } from '../time/repeatedly.ts';

const every = 60_000;

/** Sees through at once, and every minute, deletions that a process of this installation began and did not finish. */
export function startForgetting({ forgetting, log }: Pick<Context, 'forgetting' | 'log'>) {
  const trouble = 'Deleted users could not be forgotten; trying again in a minute';
  return repeatedly({ work: forgetting.resume, every, log, trouble });
}
