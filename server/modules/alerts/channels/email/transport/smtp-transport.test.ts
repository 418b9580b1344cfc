import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { toMailFailure } from './mail-failure.ts';
import { sampleMessage } from '../testing/message.ts';
import { startTestSmtpServer, type TestSmtpServer } from '../testing/smtp-server.ts';
import type { MailTransport } from './mail-transport.ts';
import { createMailTransport } from './smtp-transport.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function server(options?: Parameters<typeof startTestSmtpServer>[0]): Promise<TestSmtpServer> {
  const smtp = await startTestSmtpServer(options);
  closing.push(smtp.close);
  return smtp;
}

function over(smtpUrl: string | null, folder = ''): MailTransport {
  const transport = createMailTransport({ smtpUrl, folder });
  closing.push(transport.close);
  return transport;
}

const failureOver = async (url: string) => {
  const error = await over(url)
    .send(sampleMessage)
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  return toMailFailure(error, sampleMessage.to);
};

const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode });

describe('mail by SMTP', () => {
  it('Mail by SMTP is accepted with its two parts and its headers', async () => {
    const smtp = await server();
    const link = `https://scout.example.com/${'x'.repeat(200)}`;
    await over(`smtp://127.0.0.1:${smtp.port}`).send({
      ...sampleMessage,
      headers: { 'List-Unsubscribe': `<${link}>` },
    });
    const [mail] = smtp.accepted;
    expect(mail).toMatchObject({ from: 'alerts@example.com', to: ['ann@example.com'], secure: false });
    expect(mail?.raw).toContain('Message-ID: <1@scout.example.com>');
    expect(mail?.raw).toContain('Subject: New listing');
    expect(mail?.raw).toContain(`List-Unsubscribe: <${link}>\r\n`);
    expect(mail?.raw).toMatch(/text\/plain[\s\S]+A house[\s\S]+text\/html[\s\S]+<p>A house<\/p>/);
  });

  it('Mail by SMTP signs in with the user and password of the URL, over TLS where the server offers it', async () => {
    const smtp = await server({
      authOptional: false,
      disabledCommands: [],
      onAuth: ({ username, password }, _session, done) => {
        if (username === 'scout@example.com' && password === 'p@ss/word') done(null, { user: username });
        else done(new Error('Not you'));
      },
    });
    const at = `127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`;
    await over(`smtp://scout%40example.com:p%40ss%2Fword@${at}`).send(sampleMessage);
    expect(smtp.accepted).toMatchObject([{ user: 'scout@example.com', secure: true }]);
    const failure = await failureOver(`smtp://scout%40example.com:wrong@${at}`);
    expect(failure).toMatchObject({ isFinal: false, code: 'EAUTH 535' });
    expect(failure.text).not.toContain('wrong');
  });

  it('Mail by SMTP goes over TLS from the start with smtps', async () => {
    const smtp = await server({ secure: true });
    await over(`smtps://127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`).send(sampleMessage);
    expect(smtp.accepted).toMatchObject([{ secure: true }]);
  });

  it('Mail by SMTP is not sent unencrypted where the URL insists on TLS', async () => {
    const smtp = await server();
    expect(await failureOver(`smtp://127.0.0.1:${smtp.port}?requireTLS=true`)).toMatchObject({ isFinal: false });
    expect(smtp.accepted).toEqual([]);
  });

  it('Mail by SMTP trusts no server whose certificate is not signed by a known authority', async () => {
    const smtp = await server({ secure: true });
    expect(await failureOver(`smtps://127.0.0.1:${smtp.port}`)).toMatchObject({ isFinal: false });
    expect(smtp.accepted).toEqual([]);
  });

  it.each([
    [450, false],
    [421, false],
    [452, false],
    [550, true],
    [553, true],
  ])('Mail by SMTP whose receiver is refused with %i is refused permanently: %s', async (code, isFinal) => {
    const smtp = await server();
    smtp.answers.push({ code, text: 'ann@example.com is not welcome' });
    const failure = await failureOver(`smtp://127.0.0.1:${smtp.port}`);
    expect(failure.isFinal).toBe(isFinal);
    expect(failure.code).toContain(String(code));
    expect(failure.text).toContain('the address is not welcome');
    expect(failure.text).not.toContain('ann@example.com');
  });

  it('Mail by SMTP may be retried where the sender is refused, as the operator can fix that', async () => {
    const smtp = await server({ onMailFrom: (_address, _session, done) => done(refusal(550)) });
    expect(await failureOver(`smtp://127.0.0.1:${smtp.port}`)).toMatchObject({ isFinal: false, code: 'EENVELOPE 550' });
  });

  it.each([
    [554, true],
    [451, false],
  ])('Mail by SMTP whose content is refused with %i is refused permanently: %s', async (code, isFinal) => {
    const smtp = await server({
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(refusal(code)));
      },
    });
    expect(await failureOver(`smtp://127.0.0.1:${smtp.port}`)).toMatchObject({ isFinal, code: `EMESSAGE ${code}` });
  });

  it('Mail by SMTP may be retried where no server answers', async () => {
    expect(await failureOver('smtp://127.0.0.1:1')).toMatchObject({
      isFinal: false,
      text: expect.stringContaining('ECONNREFUSED') as unknown,
    });
  });

  it('Mail by SMTP goes to one receiver, even where the address and the subject try to add others', async () => {
    const smtp = await server();
    const transport = over(`smtp://127.0.0.1:${smtp.port}`);
    await transport.send({ ...sampleMessage, subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nBody' });
    await transport.send({ ...sampleMessage, to: '"a, eve@example.com"@example.com' }).catch(() => undefined);
    expect(smtp.accepted.flatMap(({ to }) => to)).not.toContain('eve@example.com');
    expect(smtp.accepted[0]?.raw).not.toMatch(/^Bcc:/m);
  });
});

describe('mail without an SMTP server', () => {
  const createOutbox = () => join(createTestFolder(), 'outbox');

  it('Mail without an SMTP server is written as a file that only its owner may read', async () => {
    const path = createOutbox();
    await over(null, path).send(sampleMessage);
    const [name = '', ...others] = await readdir(path);
    expect([name, others]).toEqual([expect.stringMatching(/^2026-03-01T12-00-00\.000Z-[0-9a-f]{12}\.eml$/), []]);
    const text = await readFile(join(path, name), 'utf8');
    expect(text).toContain('To: ann@example.com\r\n');
    expect(text).toContain('Message-ID: <1@scout.example.com>\r\n');
    expect((await stat(join(path, name))).mode & 0o777).toBe(0o600);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it('Mail without an SMTP server is written to the same file when it is sent again', async () => {
    const path = createOutbox();
    const transport = over(null, path);
    await transport.send(sampleMessage);
    await transport.send(sampleMessage);
    await transport.send({ ...sampleMessage, messageId: '<2@scout.example.com>' });
    expect(await readdir(path)).toHaveLength(2);
  });
});
