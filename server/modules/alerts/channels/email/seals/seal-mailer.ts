import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { readLogo } from '../mail-pictures.ts';
import { createMessageId } from '../render-email.ts';
import { toMailFailure } from '../transport/mail-failure.ts';
import { chooseSender } from '../transport/sender-address.ts';
import { createMailTransport } from '../transport/smtp-transport.ts';
import { renderSealEmail, type SealData } from './render-seal-email.ts';

type MailerDeps = { config: Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl'>; url: () => string };
/** `id` is the same at each attempt; `createdAt` is ISO 8601. */
type SealMail = SealData & { id: string; createdAt: string };

/** Mails seals to a witness. Throws errors that do not name the address. */
export function createSealMailer({ config, url }: MailerDeps, to: string) {
  const transport = createMailTransport({ smtpUrl: config.smtpUrl, folder: join(config.dataDir, 'outbox') });
  return {
    send: async ({ id, createdAt, ...seal }: SealMail): Promise<void> => {
      const message = {
        ...renderSealEmail(seal),
        to,
        from: chooseSender(config, url()),
        attachments: [await readLogo()],
        messageId: createMessageId({ id }, url()),
        date: new Date(createdAt),
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      await transport.send(message).catch((error: unknown) => {
        throw new Error(toMailFailure(error, to).text);
      });
    },
    close: transport.close,
  };
}
