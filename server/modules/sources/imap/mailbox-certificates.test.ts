import { expect, it, onTestFinished } from 'vitest';
import { type CertificateName, readCertificate, runTrusting } from '#server/testing/certificates/certificates.ts';
import { openImapServer } from './testing/imap-server.ts';

const openMailboxes = `
  const { openMailbox } = await import('#server/modules/sources/imap/mailbox.ts');
  const { parseMailboxUrl } = await import('#server/modules/sources/imap/mailbox-address.ts');
  const results = [];
  for (const url of process.argv.slice(1)) {
    const mailbox = openMailbox(parseMailboxUrl(url));
    results.push(await mailbox.open().then(() => 'opened', (error) => error.message));
    await mailbox.close();
  }
  console.log(JSON.stringify(results));
`;

async function startServer(name: CertificateName): Promise<string> {
  const server = await openImapServer({ certificate: readCertificate(name) });
  onTestFinished(server.close);
  return server.url;
}

it('A mailbox is opened over TLS where its authority is in NODE_EXTRA_CA_CERTS, and each other certificate is named', async () => {
  const valid = await startServer('valid');
  const urls = [valid, await startServer('expired'), await startServer('other-name')];
  expect(JSON.parse(await runTrusting(true, openMailboxes, ...urls))).toEqual([
    'opened',
    '127.0.0.1 cannot be read: its certificate has expired',
    '127.0.0.1 cannot be read: its certificate is for another name',
  ]);
  expect(JSON.parse(await runTrusting(false, openMailboxes, valid))).toEqual([
    '127.0.0.1 cannot be read: its certificate is not trusted (see NODE_EXTRA_CA_CERTS)',
  ]);
});
