import type { Logger } from 'pino';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import type { ErasureService } from './account-erasure.ts';

const intervalMs = 60_000;

/** Completes, at once and every minute, deletions that a process of this installation began and did not finish. */
export function startErasureResumption({
  forgetting,
  log,
}: {
  forgetting: Pick<ErasureService, 'resume'>;
  log: Logger;
}): Schedule {
  const trouble = 'Deleted users could not be forgotten; trying again in a minute';
  return runEvery({ work: forgetting.resume, intervalMs, log, failureMessage: trouble });
}
