import type { Logger } from 'pino';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import type { ErasureService } from './account-erasure.ts';

const intervalMs = 60_000;

/** Completes deletions that a process began and did not finish: at once, and every minute until `stop`. */
export function startErasureResumption({
  accountErasure,
  log,
}: {
  accountErasure: Pick<ErasureService, 'resume'>;
  log: Logger;
}): Schedule {
  return runEvery({
    work: accountErasure.resume,
    intervalMs,
    log,
    failureMessage: 'Failed to erase deleted users; retrying in a minute',
  });
}
