import { createTransport } from 'nodemailer';
import { openMailFolder } from './folder.ts';
import { prepared, type Transport } from './sending.ts';

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
