import { openMailFolder } from './folder.ts';
import { prepared, type Transport } from './sending.ts';

const second = 1000;
const patience = { connectionTimeout: 15 * second, greetingTimeout: 15 * second, socketTimeout: 30 * second };
export const atOnce = 4;

/** Sends by the SMTP server of the URL, or into a folder of files where there is none. */
export function openTransport({ smtpUrl, folder }: { smtpUrl: string | null; folder: string }): Transport {
  return smtpUrl === null ? openMailFolder(folder) : openSmtp(smtpUrl);
}

/** The library is loaded with the first mail: a start should not wait for it. */
function openSmtp(url: string): Transport {
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, pool: true, maxConnections: atOnce, ...patience });
  };
  let smtp: ReturnType<typeof connect> | null = null;
  return {
    send: async (message) => {
      smtp ??= connect();
      await (await smtp).sendMail(prepared(message));
    },
    close: () => {
      void smtp?.then((pool) => pool.close());
    },
  };
}
