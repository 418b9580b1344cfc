import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';
import { message } from '../testing/message.ts';
import { openSmtp, type Smtp } from '../testing/smtp.ts';
import type { Transport } from './sending.ts';
import { openTransport } from './transport.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function server(options?: Parameters<typeof openSmtp>[0]): Promise<Smtp> {
  const smtp = await openSmtp(options);
  closing.push(smtp.close);
  return smtp;
}

function over(smtpUrl: string | null, folder = ''): Transport {
  const transport = openTransport({ smtpUrl, folder });
  closing.push(transport.close);
  return transport;
}

const failureOver = async (url: string) => {
  const error = await over(url)
    .send(message)
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  return failureOf(error, message.to);
};

const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode });

describe('mail by SMTP', () => {
  it('is accepted with its two parts and its headers', async () => {
    const smtp = await server();
    const link = `https://scout.example.com/${'x'.repeat(200)}`;
    await over(`smtp://127.0.0.1:${smtp.port}`).send({
      ...message,
      headers: { 'List-Unsubscribe': `<${link}>` },
    });
    const [mail] = smtp.taken;
    expect(mail).toMatchObject({ from: 'alerts@example.com', to: ['ann@example.com'], secure: false });
    expect(mail?.raw).toContain('Message-ID: <1@scout.example.com>');
    expect(mail?.raw).toContain('Subject: New listing');
    expect(mail?.raw).toContain(`List-Unsubscribe: <${link}>\r\n`);
    expect(mail?.raw).toMatch(/text\/plain[\s\S]+A house[\s\S]+text\/html[\s\S]+<p>A house<\/p>/);
  });

  it('signs in with the user and password of the URL, over TLS where the server offers it', async () => {
    const smtp = await server({
      authOptional: false,
      disabledCommands: [],
      onAuth: ({ username, password }, _session, done) => {
        if (username === 'scout@example.com' && password === 'p@ss/word') done(null, { user: username });
        else done(new Error('Not you'));
      },
    });
    const at = `127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`;
    await over(`smtp://scout%40example.com:p%40ss%2Fword@${at}`).send(message);
    expect(smtp.taken).toMatchObject([{ user: 'scout@example.com', secure: true }]);
    const failure = await failureOver(`smtp://scout%40example.com:wrong@${at}`);
    expect(failure).toMatchObject({ isFinal: false, code: 'EAUTH 535' });
    expect(failure.text).not.toContain('wrong');
  });

  it('goes over TLS from the start with smtps', async () => {
    const smtp = await server({ secure: true });
    await over(`smtps://127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`).send(message);
    expect(smtp.taken).toMatchObject([{ secure: true }]);
  });

  it('is not sent in the open where the URL insists on TLS', async () => {
    const smtp = await server();
    expect(await failureOver(`smtp://127.0.0.1:${smtp.port}?requireTLS=true`)).toMatchObject({ isFinal: false });
    expect(smtp.taken).toEqual([]);
  });

  it('trusts no server whose certificate nobody vouches for', async () => {
    const smtp = await server({ secure: true });
    expect(await failureOver(`smtps://127.0.0.1:${smtp.port}`)).toMatchObject({ isFinal: false });
    expect(smtp.taken).toEqual([]);
  });

  it.each([
    [450, false],
    [421, false],
    [452, false],
    [550, true],
    [553, true],
  ])('that is refused with %i is refused for good: %s', async (code, isFinal) => {
    const smtp = await server();
    smtp.answers.push({ code, text: 'ann@example.com is not welcome' });
    const failure = await failureOver(`smtp://127.0.0.1:${smtp.port}`);
    expect(failure.isFinal).toBe(isFinal);
    expect(failure.code).toContain(String(code));
    expect(failure.text).toContain('the address is not welcome');
    expect(failure.text).not.toContain('ann@example.com');
  });

  it('may be tried again where the sender is refused, as the operator can mend that', async () => {
    const smtp = await server({ onMailFrom: (_address, _session, done) => done(refusal(550)) });
    expect(await failureOver(`smtp://127.0.0.1:${smtp.port}`)).toMatchObject({ isFinal: false, code: 'EENVELOPE 550' });
  });

  it.each([
    [554, true],
    [451, false],
  ])('whose words are refused with %i is refused for good: %s', async (code, isFinal) => {
    const smtp = await server({
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(refusal(code)));
      },
    });
    expect(await failureOver(`smtp://127.0.0.1:${smtp.port}`)).toMatchObject({ isFinal, code: `EMESSAGE ${code}` });
  });

  it('may be tried again where nobody answers', async () => {
    const { port, close } = await openSmtp();
    await close();
    expect(await failureOver(`smtp://127.0.0.1:${port}`)).toMatchObject({
      isFinal: false,
      text: expect.stringContaining('ECONNREFUSED') as unknown,
    });
  });

  it('goes to one receiver, whatever the address and the subject try', async () => {
    const smtp = await server();
    const transport = over(`smtp://127.0.0.1:${smtp.port}`);
    await transport.send({ ...message, subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nBody' });
    await transport.send({ ...message, to: '"a, eve@example.com"@example.com' }).catch(() => undefined);
    expect(smtp.taken.flatMap(({ to }) => to)).not.toContain('eve@example.com');
    expect(smtp.taken[0]?.raw).not.toMatch(/^Bcc:/m);
  });
});

describe('mail without an SMTP server', () => {
  async function folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'mail-'));
    closing.push(() => rm(path, { recursive: true }));
    return join(path, 'outbox');
  }

  it('is written as a file that its owner alone may read', async () => {
    const path = await folder();
    await over(null, path).send(message);
    const [name = '', ...others] = await readdir(path);
    expect([name, others]).toEqual([expect.stringMatching(/^2026-03-01T12-00-00\.000Z-[0-9a-f]{12}\.eml$/), []]);
    const text = await readFile(join(path, name), 'utf8');
    expect(text).toContain('To: ann@example.com\r\n');
    expect(text).toContain('Message-ID: <1@scout.example.com>\r\n');
    expect((await stat(join(path, name))).mode & 0o777).toBe(0o600);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it('is the same file when it comes again', async () => {
    const path = await folder();
    const transport = over(null, path);
    await transport.send(message);
    await transport.send(message);
    await transport.send({ ...message, messageId: '<2@scout.example.com>' });
    expect(await readdir(path)).toHaveLength(2);
  });
});
