import { createFileTransport } from './file-transport.ts';
import { toNodemailer, type MailTransport } from './mail-transport.ts';

const secondMs = 1000;
const smtpTimeoutsMs = {
  connectionTimeout: 15 * secondMs,
  greetingTimeout: 15 * secondMs,
  socketTimeout: 30 * secondMs,
};
export const maxSmtpConnections = 4;

/** Sends by the SMTP server of the URL, or into a folder of files where there is none. */
export function createMailTransport({ smtpUrl, folder }: { smtpUrl: string | null; folder: string }): MailTransport {
  return smtpUrl === null ? createFileTransport(folder) : createSmtpTransport(smtpUrl);
}

/** The library is loaded with the first mail, so that it does not delay the start. */
function createSmtpTransport(url: string): MailTransport {
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, pool: true, maxConnections: maxSmtpConnections, ...smtpTimeoutsMs });
  };
  let smtp: ReturnType<typeof connect> | null = null;
  return {
    send: async (message) => {
      smtp ??= connect();
      await (await smtp).sendMail(toNodemailer(message));
    },
    close: () => {
      void smtp?.then((pool) => pool.close());
    },
  };
}
