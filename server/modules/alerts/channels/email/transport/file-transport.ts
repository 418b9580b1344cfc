import { hash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '#server/platform/storage/data-directory.ts';
import type { EmailMessage } from './mail.ts';
import { toNodemailer, type MailTransport } from './mail-transport.ts';

/**
 * Writes each mail as a file that mail clients open, readable only by the folder's owner: mails may carry passwords.
 */
export function createFileTransport(folder: string): MailTransport {
  return {
    send: async (message) => {
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message: content } = await composer.sendMail(toNodemailer(message));
      createFolder(folder);
      const name = join(folder, createFileName(message));
      const file = await open(`${name}.new`, 'w', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${name}.new`, name);
    },
    close: () => undefined,
  };
}

/** The same mail always gets the same file name. Names sort by date. */
function createFileName({ date, messageId }: EmailMessage): string {
  const time = date.toISOString().replaceAll(':', '-');
  return `${time}-${hash('sha256', messageId, 'hex').slice(0, 12)}.eml`;
}
