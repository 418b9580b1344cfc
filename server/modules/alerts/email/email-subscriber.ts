import type { Logger } from 'pino';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { Checkpoint, RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { emailTriggerTypes, isEmailTrigger, type EmailTrigger, buildEmails } from './build-emails.ts';
import { type Mail, outboxSpace } from './transport/mail.ts';
import { createBatchWindow, type BatchTiming } from './batch-window.ts';

type EmailSubscriberDeps = {
  events: EventStore;
  documents: Documents;
  checkpoint: Checkpoint;
  log: Logger;
  timing: BatchTiming;
  run: RunSubscriber;
};

/**
 * Puts the mails that events cause into the outbox, each once. The checkpoint is saved when they are
 * durable and before any is sent, so that after a crash nothing beyond the checkpoint was ever sent.
 */
export function subscribeEmails(
  { documents, checkpoint, log, timing, run }: EmailSubscriberDeps,
  send: (mail: Mail) => void,
) {
  const stopped = new AbortController();
  let gathered: EmailTrigger[] = [];
  let note = createBatchWindow(timing);
  let timer: NodeJS.Timeout | null = null;
  let seen = startPosition;
  let writing: Promise<void> = Promise.resolve();
  let writes = 0;

  const write = async (facts: EmailTrigger[], upTo: typeof seen) => {
    const put = async () => {
      const mails = buildEmails(facts);
      await Promise.all(mails.map((mail) => documents.put(outboxSpace, mail)));
      await checkpoint.save(upTo);
      return mails;
    };
    const mails = await retryUntilStopped('put e-mails into the outbox', put, { log, stopped: stopped.signal });
    for (const mail of mails ?? []) send(mail);
  };

  const close = () => {
    timer = null;
    const [facts, upTo] = [gathered, seen];
    gathered = [];
    note = createBatchWindow(timing);
    writes += 1;
    writing = writing
      .then(() => write(facts, upTo))
      .finally(() => {
        writes -= 1;
      });
  };

  const collect = (batch: StoredEvent[]): Promise<void> => {
    const facts = batch.filter(isEmailTrigger);
    seen = batch.at(-1)?.position ?? seen;
    gathered.push(...facts);
    const now = Date.now();
    const closes = facts.reduce((_before, fact) => note(fact, now), now);
    if (timer) clearTimeout(timer);
    timer = setTimeout(close, Math.max(0, closes - now)).unref();
    return Promise.resolve();
  };

  // What waits for its mail is saved with it.
  const save = async (position: Position) => {
    if (gathered.length === 0 && writes === 0) await checkpoint.save(position);
  };
  const { load } = checkpoint;
  const running = run({ name: 'mail', handles: emailTriggerTypes, handle: collect, checkpoint: { load, save } });
  return {
    /** Alerts gathered but not yet written are gathered again at the next start. */
    stop: async () => {
      if (timer) clearTimeout(timer);
      await running.stop();
      if (timer) clearTimeout(timer);
      stopped.abort();
      await writing;
    },
  };
}
