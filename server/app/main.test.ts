import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { embeddedEnvironment } from '#server/testing/environment.ts';
import { StartupError } from '#server/lib/errors.ts';
import { startServer } from './start.ts';

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dataDir = createTestFolder();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/app/main.ts'], {
    env: { ...embeddedEnvironment, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  return {
    child,
    out: text(child.stdout),
    err: once(child.stderr, 'end').then(() => printed),
    printedErrors: () => printed,
    exited: once(child, 'exit') as Promise<[number | null]>,
  };
}

async function listening(env: Record<string, string> = {}) {
  const running = run(env);
  const [line] = (await once(running.child.stdout, 'data')) as [Buffer];
  const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line.toString())?.[1];
  if (url === undefined) throw new Error(`It said: ${line.toString()}`);
  return { ...running, url };
}

/** What the program prints before it ends: the start runs in this process. */
async function refusalOf(env: Record<string, string> = {}): Promise<string> {
  const starting = startServer({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...env });
  const error = await starting.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof StartupError) return error.message;
  throw new Error('It was not refused', { cause: error });
}

describe('the program', () => {
  it('The program prints one line when it listens, logs how to create the first admin and what mails from localhost need, exits with 0 at a signal, and creates its files for its owner only', async () => {
    const { child, out, err, printedErrors, exited, url } = await listening({
      LOG_LEVEL: 'info',
      DEMO_CHECKOUT: 'off',
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    expect((await createTestClient(url).get('/healthz')).status).toBe(200);
    await expect.poll(printedErrors).toContain('There is no admin yet. To create the first one');
    expect(printedErrors()).toContain('set PUBLIC_URL to the address of the site');
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    expect((await out).split('\n')).toEqual([`listening on ${url}`, '']);
    for (const line of (await err).trim().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
    expect(await err).not.toContain('Demo checkout');
    expect((await stat(dataDir)).mode & 0o077).toBe(0);
    for (const name of (await readdir(dataDir)).filter((file) => file.endsWith('.key'))) {
      expect([name, (await stat(join(dataDir, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('The program with LOG_FORMAT=readable prints warnings as short lines, and how to create the first admin', async () => {
    const readable = { LOG_FORMAT: 'readable', LOG_LEVEL: '', DEMO_CHECKOUT: 'on' };
    const first = await listening(readable);
    await expect.poll(first.printedErrors).toContain('npm start');
    first.child.kill('SIGTERM');
    await first.exited;
    const [lines, stdout] = [await first.err, await first.out];
    expect(stdout.split('\n')).toEqual([`listening on ${first.url}`, '']);
    expect(lines.match(/^\[\d\d:\d\d:\d\d\] WARN: Demo checkout is enabled/gm)).toHaveLength(1);
    expect(lines).not.toContain('INFO');
    expect(lines).toContain(`Open ${first.url} in a browser.`);
    expect(lines.match(/ADMIN_EMAIL=you@example\.com ADMIN_PASSWORD=a-long-password npm start/g)).toHaveLength(1);

    const second = await listening({ ...readable, ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse' });
    await expect.poll(second.printedErrors).toContain(`Open ${second.url} in a browser.`);
    second.child.kill('SIGTERM');
    await second.exited;
    expect(await second.err).not.toContain('There is no admin yet');
  });

  it('The program keeps its admin and its users over a restart', async () => {
    const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse' };
    const first = await listening(admin);
    const ann = createTestClient(first.url);
    const { id } = await ann.register('ann@example.com');
    first.child.kill('SIGKILL');
    await first.exited;
    const second = await listening({ ...admin, ADMIN_PASSWORD: 'another horse' });
    const again = await createTestClient(second.url).get('/api/user', { cookie: ann.cookie() });
    expect(JSON.parse(again.text)).toMatchObject({ id, email: 'ann@example.com' });
    const root = createTestClient(second.url);
    const login = await root.post('/api/login', { email: 'root@example.com', password: 'correct horse' });
    expect(JSON.parse(login.text)).toMatchObject({ isAdmin: true });
    expect(JSON.parse((await root.get('/api/admin/users')).text)).toHaveLength(2);
  });

  it('The program finishes the current request before it ends', async () => {
    const { child, exited, url } = await listening();
    const body = JSON.stringify({ email: 'ann@example.com', password: 'house hunter' });
    const sending = await beginRegistration(url, body.length);
    sending.write(body.slice(0, 10));
    // A second signal right after the first counts as the same.
    for (let signals = 0; signals < 2; signals += 1) child.kill('SIGTERM');
    await expect
      .poll(() =>
        createTestClient(url)
          .get('/healthz')
          .then(
            () => 'accepts',
            () => 'refuses',
          ),
      )
      .toBe('refuses');
    sending.end(body.slice(10));
    const [response] = (await once(sending, 'response')) as [{ statusCode: number; resume: () => void }];
    response.resume();
    expect(response.statusCode).toBe(201);
    expect((await exited)[0]).toBe(0);
  });

  it('The program ends at once at a later second signal', async () => {
    const { child, url } = await listening();
    const hanging = await beginRegistration(url, 1000);
    hanging.on('error', () => undefined).write('{');
    // Signals right after the first one count as the same.
    const signalAgain = () => {
      child.kill('SIGTERM');
      return child.exitCode;
    };
    await expect.poll(signalAgain).toBe(1);
  });
});

describe('a start that cannot succeed', () => {
  it('A start that cannot succeed ends with one line and exit code 1', async () => {
    const { out, err, exited } = run({ PORT: 'eighty' });
    expect((await exited)[0]).toBe(1);
    expect([await out, await err]).toEqual(['', 'PORT must be a whole number from 0 to 65535\n']);
  });

  it.each<[what: string, env: Record<string, string>, sentence: RegExp]>([
    ['an address of another machine', { HOST: '203.0.113.1' }, /^Cannot listen on 203\.0\.113\.1 port 0: .+$/],
    ['no secrets in production', { NODE_ENV: 'production' }, /^SESSION_SECRET must be given .+$/],
    ['a weak token', { METRICS_TOKEN: 'x' }, /^METRICS_TOKEN is too easy to guess: .+$/],
    ['a bad rate', { RATE_LOGIN: 'often' }, /^RATE_LOGIN .+$/],
    ['a short secret', { INTAKE_SECRET: 'short' }, /^INTAKE_SECRET .+$/],
    ['an admin without a password', { ADMIN_EMAIL: 'root@example.com' }, /ADMIN_PASSWORD/],
    [
      'a common password',
      { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'Password1' },
      /^ADMIN_PASSWORD is one of the most common passwords: choose another one$/,
    ],
    ['feeds that are not there', { FEEDS: '/nowhere/feeds.json' }, /^FEEDS.+$/],
    ['a data folder that is a file', { DATA_DIR: 'package.json' }, /package\.json cannot be used: it is a file.*$/],
  ])('A start that cannot succeed is refused in one sentence: %s', async (_what, env, sentence) => {
    expect(await refusalOf(env)).toMatch(sentence);
  });

  it('A start that cannot succeed is refused in one sentence: a damaged log', async () => {
    await writeFile(join(dataDir, 'events.sqlite'), 'not a database at all '.repeat(500));
    expect(await refusalOf()).toMatch(/^[^\n]*events\.sqlite[^\n]*$/);
  });

  it('A start that cannot succeed names the port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    expect(await refusalOf({ PORT: port })).toBe(
      `Cannot listen on 127.0.0.1 port ${port}: another program already uses this port; stop it, or set PORT to another`,
    );
    other.close();
  });
});

/** A registration whose headers the server has read, and whose body it waits for. */
async function beginRegistration(url: string, length: number): Promise<ClientRequest> {
  const headers = { 'content-type': 'application/json', 'content-length': length, expect: '100-continue' };
  const sending = request(`${url}/api/register`, { method: 'POST', headers });
  sending.flushHeaders();
  await once(sending, 'continue');
  return sending;
}
