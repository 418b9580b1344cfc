import { StoreUnavailable } from '#projections/store/port.ts';
import { delay } from '#server/lib/delay.ts';
import type { Log } from '#server/lib/log.ts';
import { repeatUntilStopped, type Schedule } from '#server/lib/scheduler.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { createSleeper } from '#server/platform/outbox/sleeper.ts';
import { pageFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import type { DeadLetterService } from './dead-letter-service.ts';
import { countDeadLetters, eventCursorPrefix, itemCursorPrefix, toDeadLetterId } from './dead-letters.ts';
import {
  addOutcomes,
  createResendRun,
  endResendRun,
  findResendRun,
  replaceResendRun,
  type ResendRun,
} from './resend-run.ts';

/** These are resent at the same time. */
const pageSize = 50;
/** In ms: how often a run that another process has begun is looked for. */
const lookIntervalMs = 1_000;
/** In ms: how long the one who begins a run waits for its end. */
const maxWaitMs = 2_000;
const waitPollMs = 50;

type ResendDeps = Pick<Platform, 'documents' | 'clock'> & { outbox: Outbox };
type RunnerDeps = ResendDeps & {
  deadLetters: Pick<DeadLetterService, 'resendOnce'>;
  log: Log;
};

/** Begins a run unless one is going on. Resolves with it at its end, or as it is after 2 s. */
export async function beginResendRun(deps: ResendDeps, sender: CommandMetadata): Promise<ResendRun> {
  const begun = await beginUnlessRunning(deps, sender);
  for (const began = performance.now(); ; ) {
    const run = (await findResendRun(deps)) ?? begun;
    if (run.endedAt !== null || performance.now() - began > maxWaitMs) return run;
    await delay(waitPollMs);
  }
}

async function beginUnlessRunning(deps: ResendDeps, sender: CommandMetadata): Promise<ResendRun> {
  const { documents, outbox, clock } = deps;
  const last = await findResendRun(deps);
  if (last !== null && (last.endedAt === null || last.commandId === sender.commandId)) return last;
  const total = await countDeadLetters(deps);
  const run = createResendRun({ since: clock().toISOString(), total, cursor: itemCursorPrefix, sender });
  // Where another request was faster, its run is the one.
  await replaceResendRun(documents, last, run);
  outbox.notify();
  return run;
}

/** Resends the letters of a run page by page until `stop`, in one process at a time. */
export function startResendRuns(deps: RunnerDeps): Schedule {
  const { outbox, clock, log } = deps;
  const stopping = new AbortController();
  const sleeper = createSleeper(clock);
  const unsubscribe = outbox.onPut(sleeper.wake);
  const running = repeatUntilStopped(stopping.signal, async () => {
    const goesOn = await continueRun(deps).catch((error: unknown) => {
      log.warn({ err: error }, 'Failed to resend dead letters; retrying');
      return false;
    });
    if (!goesOn) await sleeper.sleep(Number.POSITIVE_INFINITY, { maxMs: lookIntervalMs, stopped: stopping.signal });
  });
  return {
    stop: () => {
      unsubscribe();
      stopping.abort();
      return running;
    },
  };
}

/**
 * Resends one page of the run, and records the outcome together with the next page: after a crash in between, that one
 * page is passed again. False where no run goes on.
 */
async function continueRun(deps: RunnerDeps): Promise<boolean> {
  const { documents, clock, log } = deps;
  const run = await findResendRun(deps);
  if (!run?.sender) return false;
  const { sender, since, cursor } = run;
  const outcomes = await Promise.all(run.page.map((id) => resendDeadLetter(deps, { id, since, sender })));
  const counted = addOutcomes(run, outcomes);
  const next =
    cursor === null
      ? endResendRun(counted, clock().toISOString())
      : { ...counted, ...(await readPage(deps, { since, cursor })) };
  if ((await replaceResendRun(documents, run, next)) && next.endedAt !== null)
    log.info({ resent: next.resent, refusals: next.refusals }, 'Resent all dead letters');
  return true;
}

type RunLetter = { id: string; since: string; sender: CommandMetadata };

/** Null, or why it was refused. One that is gone was resent before a crash. */
async function resendDeadLetter(
  { deadLetters, log }: RunnerDeps,
  { id, since, sender }: RunLetter,
): Promise<string | null> {
  try {
    await deadLetters.resendOnce(toDeadLetterId(id), { until: Date.parse(since), sender });
    return null;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    if (error instanceof HttpError) return error.status === 404 ? null : error.message;
    log.error({ err: error, item: id }, 'Failed to resend a dead letter');
    return 'Something went wrong';
  }
}

/** Messages first, then events, each oldest first: what fails again is behind `since`, or behind the cursor. */
async function readPage(
  { documents, outbox }: ResendDeps,
  { since, cursor }: { since: string; cursor: string },
): Promise<Pick<ResendRun, 'page' | 'cursor'>> {
  if (cursor.startsWith(itemCursorPrefix)) {
    const after = cursor.slice(itemCursorPrefix.length) || undefined;
    const { docs, cursor: next } = await outbox.listDeadUntil(Date.parse(since), pageSize, after);
    return { page: docs.map(({ id }) => id), cursor: next === undefined ? eventCursorPrefix : itemCursorPrefix + next };
  }
  const after = cursor.slice(eventCursorPrefix.length) || undefined;
  const { docs, cursor: next } = await pageFailedEvents(documents, { limit: pageSize, cursor: after }, 'asc');
  const page = docs.filter(({ at }) => at <= since).map(({ id }) => id);
  return { page, cursor: next === undefined ? null : eventCursorPrefix + next };
}
