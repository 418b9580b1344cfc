import { join } from 'node:path';
import type { Logger } from 'pino';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { EmailRegistry, TemporaryPasswords } from '#server/modules/users/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { watchOutbox } from '#server/platform/outbox/outbox-signals.ts';
import { createDocumentCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import { createBounceRegistry } from './bounces.ts';
import { subscribeEmails } from './email-subscriber.ts';
import { separateMerged } from './email-merging.ts';
import { type Mail, outboxSpace } from './transport/mail.ts';
import type { MailLinks } from './signed-links.ts';
import { createEmailRenderer } from './render-email.ts';
import { startMailSender, defaultPausesMs } from './email-sender.ts';
import type { MailTransport } from './transport/mail-transport.ts';
import { createMailTransport } from './transport/smtp-transport.ts';
import { type BatchTiming, defaultTiming } from './batch-window.ts';

type EmailWorkerDeps = {
  config: Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl'>;
  events: EventStore;
  views: ViewReader;
  documents: Documents;
  clock: Clock;
  log: Logger;
  temporaryPasswords: TemporaryPasswords;
  emails: Pick<EmailRegistry, 'findOwner'>;
};

type EmailWorkerOptions = {
  context: EmailWorkerDeps;
  links: MailLinks;
  /** The address of the site, used in links and for a sender where none is set. */
  url: () => string;
  transport?: MailTransport;
  timing?: BatchTiming;
  pauses?: readonly number[];
};

export type EmailWorker = { stop: () => Promise<void> };

/**
 * Sends the e-mails that events call for: alerts, temporary passwords, granted limits. Runs in one process at a time.
 * Resumes at its checkpoint; the first start begins at the end of the log.
 */
export async function startEmailWorker(
  { context, links, url, ...given }: EmailWorkerOptions,
  run: RunSubscriber,
): Promise<EmailWorker> {
  const { config, events, documents, clock, log } = context;
  const {
    transport = createMailTransport({ smtpUrl: config.smtpUrl, folder: join(config.dataDir, 'outbox') }),
    timing = defaultTiming,
    pauses = defaultPausesMs,
  } = given;
  const checkpoint = createDocumentCheckpoint({ documents, events }, 'mail');
  const position = await checkpoint.load();
  const render = createEmailRenderer({ ...context, links, url, from: config.mailFrom ?? defaultSender(url()) });
  const { record: onBounce } = createBounceRegistry(context);
  const sender = startMailSender({ documents, transport, render, clock, log, pauses, onBounce });
  const begun = new Map<string, number>();
  const { left, merged } = separateMerged(await listAll<Mail>(documents, outboxSpace, { state: 'waiting' }));
  for (const { id } of merged) await documents.remove(outboxSpace, id);
  for (const mail of left) {
    begun.set(mail.id, mail.due);
    // Nothing beyond the checkpoint was sent: those events are read again and perhaps grouped differently.
    if (mail.position > position) await documents.remove(outboxSpace, mail.id);
    else sender.take(mail);
  }
  const find = (id: string) => documents.get<Mail>(outboxSpace, id);
  const waking = watchOutbox({ documents, log, space: outboxSpace, find, begun }, sender.take);
  const gathering = subscribeEmails({ events, documents, checkpoint, log, timing, run }, sender.take);
  return {
    stop: async () => {
      await Promise.all([gathering.stop(), waking.stop()]);
      await sender.stop();
    },
  };
}

function defaultSender(url: string): string {
  const { hostname } = new URL(url);
  const domain = /[a-z]/i.test(hostname) && !hostname.includes(':') ? hostname : 'localhost';
  return `Off-Market Scout <no-reply@${domain}>`;
}
