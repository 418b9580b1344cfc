import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { Emails, TemporaryPasswords } from '#server/modules/users/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { wakeUp } from '#server/platform/outbox/wakes.ts';
import { openCursor } from '#server/platform/event-store/cursor.ts';
import { openBounces } from './bounces.ts';
import { gatherMails } from './gather.ts';
import { withoutMerged } from './held.ts';
import { type Mail, outboxSpace } from './transport/mail.ts';
import type { MailLinks } from './links.ts';
import { renderer } from './render.ts';
import { startMailSender, usualPauses } from './send.ts';
import type { Transport } from './transport/sending.ts';
import { openTransport } from './transport/transport.ts';
import { type Timing, usualTiming } from './window.ts';

type PostDeps = {
  config: Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl'>;
  events: EventStore;
  views: ViewReader;
  documents: Documents;
  clock: Clock;
  log: Logger;
  temporaryPasswords: TemporaryPasswords;
  emails: Pick<Emails, 'holderOf'>;
};

type Parts = {
  context: PostDeps;
  links: MailLinks;
  /** The address of the site, for links and for a sender where none is set. */
  url: () => string;
  transport?: Transport;
  timing?: Timing;
  pauses?: readonly number[];
};

export type Post = { stop: () => Promise<void> };

/**
 * Sends the e-mails that events call for: alerts, temporary passwords, granted limits. Runs in one process at a time.
 * Resumes at its checkpoint; the first start begins at the end of the log.
 */
export async function startPost({ context, links, url, ...given }: Parts): Promise<Post> {
  const { config, events, documents, clock, log } = context;
  const {
    transport = openTransport({ smtpUrl: config.smtpUrl, folder: join(config.dataDir, 'outbox') }),
    timing = usualTiming,
    pauses = usualPauses,
  } = given;
  const cursor = await openCursor(documents, events, log, 'mail');
  const render = renderer({ ...context, links, url, from: config.mailFrom ?? usualSender(url()) });
  const { note: onBounce } = openBounces(context);
  const sender = startMailSender({ documents, transport, render, clock, log, pauses, onBounce });
  const begun = new Map<string, number>();
  const { left, merged } = withoutMerged(await documents.findBy<Mail>(outboxSpace, 'state', 'waiting'));
  for (const { id } of merged) await documents.remove(outboxSpace, id);
  for (const mail of left) {
    begun.set(mail.id, mail.due);
    // Nothing beyond the checkpoint was sent: those events are read again and perhaps grouped differently.
    if (mail.position > cursor.position()) await documents.remove(outboxSpace, mail.id);
    else sender.take(mail);
  }
  const find = (id: string) => documents.get<Mail>(outboxSpace, id);
  const waking = wakeUp({ documents, log, space: outboxSpace, find, begun }, sender.take);
  const gathering = gatherMails({ events, documents, cursor, log, timing }, sender.take);
  return {
    stop: async () => {
      await Promise.all([gathering.stop(), waking.stop()]);
      await sender.stop();
    },
  };
}

function usualSender(url: string): string {
  const { hostname } = new URL(url);
  const domain = /[a-z]/i.test(hostname) && !hostname.includes(':') ? hostname : 'localhost';
  return `Off-Market Scout <no-reply@${domain}>`;
}
