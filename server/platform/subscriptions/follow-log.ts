import type { Position } from '#domain/shared/decider.ts';
import { abortable } from '#server/lib/abortable.ts';
import { repeatUntilStopped } from '#server/lib/scheduler.ts';
import { delay, yieldToEventLoop } from '#server/lib/delay.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { handleBatch } from './handle-batch.ts';
import { type LogReader, maxBatchSize } from './log-reader.ts';
import { isPermanent, type SubscriptionRun } from './subscription-run.ts';

/** Handles batch after batch until stopped. Throws Fenced, StoreDamaged. */
export async function followLog(run: SubscriptionRun): Promise<void> {
  const { subscriber, source, stopped } = run;
  const open = await abortable(stopped, source.open());
  if (open === null) return;
  const load = async () => ({ head: await source.head(), position: await subscriber.checkpoint.load() });
  const start = await attempt(run, 'read the checkpoint', load);
  if (start === null) return;
  run.recordProgress(start.position);
  if (start.position >= start.head) run.recordReady();
  const reader = open(start.position);
  run.reader = reader;
  await repeatUntilStopped(stopped, () => handleNext(run, reader, start.head));
}

async function handleNext(run: SubscriptionRun, reader: LogReader, head: Position) {
  const { source, saver } = run;
  const arrived = source.waitForEvents();
  const batch = await attempt(run, 'read events', reader.next);
  if (batch === null) {
    if (!saver.isDue()) {
      await arrived;
      await collect(run);
    }
  } else {
    await handleEvents(run, batch.events);
    reader.advance(batch.position);
    saver.advance(batch.position, batch.events.length);
    run.recordProgress(batch.position);
    if (batch.position >= head) run.recordReady();
    // Other work of the process comes in between.
    await yieldToEventLoop();
    if (isShortBacklog(reader)) await collect(run);
  }
  if (saver.isDue()) await attempt(run, 'save the checkpoint', saver.save);
}

/** Events that arrive while others are handled are collected too; a long backlog is handled at once. */
function isShortBacklog(reader: LogReader): boolean {
  const { events } = reader.lag();
  return events > 0 && events < maxBatchSize;
}

async function collect({ subscriber: { collectMs }, stopped, pause = delay }: SubscriptionRun) {
  if (collectMs !== undefined) await pause(collectMs, stopped);
}

async function handleEvents(run: SubscriptionRun, events: Parameters<typeof handleBatch>[1]) {
  if (events.length === 0) return;
  const onFailure = () => {
    run.state = 'retrying';
  };
  await handleBatch(run.subscriber, events, { ...run, onFailure });
  run.state = 'running';
}

function attempt<T>({ subscriber, log, stopped }: SubscriptionRun, what: string, work: () => Promise<T>) {
  return retryUntilStopped(`${what} of subscription ${subscriber.name}`, work, { log, stopped, isPermanent });
}
