import { expect, it, onTestFinished } from 'vitest';
import { type CertificateName, readCertificate, runTrusting } from '#server/testing/certificates/certificates.ts';
import { startTestSmtpServer } from '../testing/smtp-server.ts';

const sendMails = `
  const { createMailTransport } = await import('#server/modules/alerts/channels/email/transport/smtp-transport.ts');
  const { toMailFailure } = await import('#server/modules/alerts/channels/email/transport/mail-failure.ts');
  const { sampleMessage } = await import('#server/modules/alerts/channels/email/testing/message.ts');
  const results = [];
  for (const smtpUrl of process.argv.slice(1)) {
    const transport = createMailTransport({ smtpUrl, folder: '' });
    const describe = ({ isFinal, text }) => isFinal + ': ' + text;
    const sending = transport.send(sampleMessage);
    results.push(await sending.then(() => 'sent', (error) => describe(toMailFailure(error, sampleMessage.to))));
    transport.close();
  }
  console.log(JSON.stringify(results));
`;

async function startServer(name: CertificateName, options: { isSecure: boolean }): Promise<string> {
  const startTls = options.isSecure ? {} : { disabledCommands: [] };
  const server = await startTestSmtpServer({ ...readCertificate(name), secure: options.isSecure, ...startTls });
  onTestFinished(server.close);
  return `${options.isSecure ? 'smtps' : 'smtp'}://127.0.0.1:${server.port}`;
}

it.each([{ isSecure: true }, { isSecure: false }])(
  'Mail is sent over TLS where the authority of the server is in NODE_EXTRA_CA_CERTS, and each other certificate is named, %o',
  async (options) => {
    const valid = await startServer('valid', options);
    const urls = [valid, await startServer('expired', options), await startServer('other-name', options)];
    expect(JSON.parse(await runTrusting(true, sendMails, ...urls))).toEqual([
      'sent',
      'false: The mail server cannot be used: its certificate has expired',
      'false: The mail server cannot be used: its certificate is for another name',
    ]);
    expect(JSON.parse(await runTrusting(false, sendMails, valid))).toEqual([
      'false: The mail server cannot be used: its certificate is not trusted (see NODE_EXTRA_CA_CERTS)',
    ]);
  },
);
