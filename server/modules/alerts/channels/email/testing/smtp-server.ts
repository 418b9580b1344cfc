import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type AcceptedMail = { from: string; to: string[]; raw: string; user: unknown; secure: boolean };
/** The server's reply to a receiver or to the data of a mail: a refusal, or nothing. */
type Refusal = { code: number; text: string } | null;

export type TestSmtpServer = {
  port: number;
  /** Mails that were accepted. */
  accepted: AcceptedMail[];
  /** Mails that were offered, accepted or not. */
  offered: () => number;
  /** The replies to the next receivers, first to last; accepted when none is left. */
  answers: Refusal[];
  close: () => Promise<void>;
};

/** A real SMTP server on a port of this machine. */
export async function startTestSmtpServer(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtpServer> {
  const acceptedMails: AcceptedMail[] = [];
  const answers: Refusal[] = [];
  let offered = 0;
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      offered += 1;
      const refusal = answers.shift();
      done(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null);
    },
    onData: (stream, { envelope, user, secure }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        acceptedMails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
          user,
          secure,
        });
        done(null);
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    accepted: acceptedMails,
    offered: () => offered,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
