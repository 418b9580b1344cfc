import { setUpOnce } from '#server/lib/testing/set-up.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { type AcceptedMail, startTestSmtpServer } from './smtp-server.ts';

export type MailingServer = TestServer & {
  /** The mails to an address that its mail server has accepted. */
  received: (email: string) => AcceptedMail[];
};

/** The whole product, with a mail server of its own. */
export async function startMailingServer(): Promise<MailingServer> {
  const smtp = await startTestSmtpServer();
  const product = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
  return {
    ...product,
    received: (email) => smtp.accepted.filter(({ to }) => to.includes(email)),
    stop: async () => {
      await product.stop();
      await smtp.close();
    },
  };
}

/** One such server for all tests of a file; it can be used once they have begun. */
export function setUpMailingServer(): MailingServer {
  return setUpOnce(startMailingServer, ({ stop }) => stop());
}
