import type { Logger } from 'pino';
import type { Config } from '#server/platform/config/config.ts';

type SenderConfig = Pick<Config, 'mailFrom'>;

/** MAIL_FROM, else an address of the host of the site. */
export function chooseSender({ mailFrom }: SenderConfig, url: string): string {
  if (mailFrom !== null) return mailFrom;
  const { hostname } = new URL(url);
  const domain = /[a-z]/i.test(hostname) && !hostname.includes(':') ? hostname : 'localhost';
  return `Off-Market Scout <no-reply@${domain}>`;
}

type WarningDeps = { config: SenderConfig & Pick<Config, 'smtpUrl' | 'publicUrl'>; log: Pick<Logger, 'warn'> };

/** Where emails leave this machine, warns of links or a sender that work on no other one. */
export function warnOfLocalSender({ config, log }: WarningDeps): void {
  const { smtpUrl, publicUrl } = config;
  if (smtpUrl === null) return;
  const site = publicUrl ?? 'http://localhost';
  if (isLocal(site))
    log.warn({ setting: 'PUBLIC_URL' }, 'Emails lead to localhost: set PUBLIC_URL to the address of the site');
  else if (chooseSender(config, site).endsWith('@localhost>'))
    log.warn({ setting: 'MAIL_FROM' }, 'Emails are sent from localhost: set MAIL_FROM to an address of yours');
}

function isLocal(site: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(site).hostname);
}
