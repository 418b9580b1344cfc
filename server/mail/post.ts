import { join } from 'node:path';
import type { Context } from '../context.ts';
import { wakeUp } from '../time/wakes.ts';
import { openCursor } from '../scout/cursor.ts';
import { openBounces } from './bounces.ts';
import { gatherMails } from './gather.ts';
import { withoutMerged } from './held.ts';
import { type Mail, outboxSpace } from './mail.ts';
import type { MailLinks } from './links.ts';
import { renderer } from './render.ts';
import { startMailSender, usualPauses } from './send.ts';
import type { Transport } from './sending.ts';
import { openTransport } from './transport.ts';
import { type Timing, usualTiming } from './window.ts';

type Parts = {
  context: Pick<
    Context,
    'config' | 'events' | 'views' | 'documents' | 'clock' | 'log' | 'temporaryPasswords' | 'emails'
  >;
  links: MailLinks;
  /** The address of the site, for links and for a sender where none is set. */
  url: () => string;
  transport?: Transport;
  timing?: Timing;
  pauses?: readonly number[];
};

export type Post = { stop: () => Promise<void> };

/**
 * Mails what the log calls for: alerts, temporary passwords, granted limits. One process does so for all. Goes on
 * where it was; the very first time with what comes from now on.
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
    // Beyond the saved place nothing was sent; the same facts will be gathered again, perhaps in other company.
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
