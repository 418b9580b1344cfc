import { join } from 'node:path';
import type { EmailRegistry, TemporaryPasswords } from '#server/modules/users/index.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { createOutboxSubscriber } from '#server/platform/outbox/outbox-subscriber.ts';
import { createTermCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { OutboxChannel } from '#server/platform/outbox/message-delivery.ts';
import { createBounceRegistry } from './bounces.ts';
import { buildEmails, emailTriggerTypes, type CollectionTiming, joinAlerts } from './build-emails.ts';
import { createDigestGate } from './digest-gate.ts';
import { createEmailAdapter } from './email-adapter.ts';
import type { MailContents } from './render-content.ts';
import { createEmailRenderer } from './render-email.ts';
import type { MailLinks } from './signed-links.ts';
import type { Mail, MailContent } from './transport/mail.ts';
import { chooseSender } from './transport/sender-address.ts';
import { createSummaryGate } from './weekly-summary/summary-gate.ts';
import type { MailTransport } from './transport/mail-transport.ts';
import { createMailTransport } from './transport/smtp-transport.ts';

type EmailContext = DocumentDeps &
  Pick<Platform, 'events' | 'views'> & {
    viewStore: Pick<ViewStore, 'checkpoints'>;
    config: Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl' | 'supportEmail' | 'mapsLinkUrl' | 'scoutShards'>;
    temporaryPasswords: TemporaryPasswords;
    emails: Pick<EmailRegistry, 'findOwner'>;
  };

type EmailTiming = CollectionTiming & {
  /** In ms: how long events are collected before their mails are put into the outbox together. */
  collectMs: number;
  /** In ms: the longest pause before a digest or summary that is not complete yet is looked at again. */
  digestHoldMs: number;
};
const defaultTiming: EmailTiming = {
  collectMs: 1_000,
  quietMs: 3_000,
  maxWaitMs: 20_000,
  digestQuietMs: 0,
  digestHoldMs: 5_000,
};

type EmailChannelDeps = {
  context: EmailContext;
  outbox: Outbox;
  links: MailLinks;
  contents: MailContents;
  /** The address of the site, used in links and for a sender where none is set. */
  url: () => string;
  transport?: MailTransport;
  timing?: EmailTiming;
  backoffMs?: readonly number[];
};

/** The emails that events call for: alerts, weekly summaries, temporary passwords, granted limits. */
export function openMailOutbox({ context, outbox, links, contents, url, ...options }: EmailChannelDeps): OutboxChannel {
  const { config, clock } = context;
  const {
    transport = createMailTransport({ smtpUrl: config.smtpUrl, folder: join(config.dataDir, 'outbox') }),
    timing = defaultTiming,
    ...others
  } = options;
  const subscriber = createOutboxSubscriber<MailContent>({
    name: 'mail',
    handles: emailTriggerTypes,
    checkpoint: createTermCheckpoint(context, 'mail'),
    collectMs: timing.collectMs,
    outbox,
    buildItems: (event) => Promise.resolve(buildEmails(event, clock().getTime(), timing)),
    join: joinAlerts,
  });
  const { supportEmail, mapsLinkUrl } = config;
  const sender = { from: chooseSender(config, url()), ...(supportEmail !== null && { replyTo: supportEmail }) };
  const renderMail = createEmailRenderer({ ...context, contents, site: { links, url, mapsLinkUrl }, sender });
  const { findTerms } = subscriber;
  const holdDigest = createDigestGate({ ...context, findTerms, holdMs: timing.digestHoldMs });
  const holdSummary = createSummaryGate({ ...context, holdMs: timing.digestHoldMs });
  const hold = async (mail: Mail) => {
    if (mail.content.kind === 'weekly-summary') return holdSummary(mail);
    return mail.content.kind === 'alerts' && mail.content.isDaily ? holdDigest(mail) : null;
  };
  const render = async (mail: Mail) => {
    const notBefore = await hold(mail);
    return notBefore === null ? renderMail(mail) : { notBefore };
  };
  const { record: onBounce } = createBounceRegistry(context);
  return { subscriber, adapter: createEmailAdapter({ transport, render, onBounce, ...others }) };
}
