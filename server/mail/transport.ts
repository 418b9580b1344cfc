import { createTransport } from 'nodemailer';
import type { Message } from './mail.ts';
import { openMailFolder } from './folder.ts';

export type Transport = {
  /** Resolves when the mail is accepted for good. Throws what nodemailer throws. */
  send: (message: Message) => Promise<void>;
  close: () => void;
};

const second = 1000;
const patience = { connectionTimeout: 15 * second, greetingTimeout: 15 * second, socketTimeout: 30 * second };
export const atOnce = 4;

/** Sends by the SMTP server of the URL, or into a folder of files where there is none. */
export function openTransport({ smtpUrl, folder }: { smtpUrl: string | null; folder: string }): Transport {
  if (smtpUrl === null) return openMailFolder(folder);
  const smtp = createTransport({ url: smtpUrl, pool: true, maxConnections: atOnce, ...patience });
  return {
    send: async (message) => {
      await smtp.sendMail(prepared(message));
    },
    close: () => smtp.close(),
  };
}

/** One mail, one receiver: whatever the address says, it is taken as a whole. Nothing is read from disk or the web. */
export function prepared({ to, ...message }: Message) {
  return { ...message, to: { name: '', address: to }, disableFileAccess: true, disableUrlAccess: true };
}
