import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readListeningUrl, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import { embeddedEnvironment } from '#server/testing/environment.ts';

/** Starts the product where it cannot start; resolves with its exit code and its output. */
async function startRefused(env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/app/main.ts'], {
    env: { ...embeddedEnvironment, PORT: '0', ...env },
  });
  const [said, out] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'exit')]);
  return { code: child.exitCode, said: said.trim(), out };
}

describe('A start that cannot succeed ends with one clear line and exit 1:', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await createTemporaryFolder();
  });
  afterEach(() => removeFolder(dataDir));

  const expectOneLine = async (env: Record<string, string>, pattern: RegExp) => {
    const { code, said, out } = await startRefused({ DATA_DIR: dataDir, ...env });
    expect(said).toMatch(pattern);
    expect(said.split('\n')).toHaveLength(1);
    expect(out).toBe('');
    expect(code).toBe(1);
  };

  it('A start that cannot succeed ends with one clear line and exit 1: a bad value in the environment', async () => {
    await expectOneLine({ PORT: 'eighty' }, /PORT/);
    await expectOneLine({ RATE_LOGIN: 'often' }, /RATE_LOGIN/);
    await expectOneLine({ ADMIN_EMAIL: 'root@example.com' }, /ADMIN_PASSWORD/);
    await expectOneLine({ INTAKE_SECRET: 'short' }, /INTAKE_SECRET/);
    await expectOneLine({ FEEDS: join(dataDir, 'none.json') }, /FEEDS/);
  });

  it('A start that cannot succeed ends with one clear line and exit 1: a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expectOneLine({ PORT: String(port) }, new RegExp(String(port)));
    other.close();
  });

  it('A start that cannot succeed ends with one clear line and exit 1: a data folder that another process uses', async () => {
    const product = await startProduct(dataDir);
    await expectOneLine({}, /already/);
    expect(await product.stop()).toBe(0);
  });

  it('A start that cannot succeed ends with one clear line and exit 1: a data folder that is a file', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expectOneLine({ DATA_DIR: file }, /file cannot be used: it is a file/);
  });

  it('A start that cannot succeed ends with one clear line and exit 1: a damaged log', async () => {
    const folder = join(dataDir, 'damaged');
    await mkdir(folder, { mode: 0o700 });
    await writeFile(join(folder, 'events.sqlite'), 'not a database at all '.repeat(500));
    await expectOneLine({ DATA_DIR: folder }, /events\.sqlite/);
  });

  it('A start that cannot succeed ends with one clear line and exit 1: missing secrets in production', async () => {
    await expectOneLine({ NODE_ENV: 'production' }, /SESSION_SECRET|CREDENTIAL_KEY/);
  });
});

describe('npm start', () => {
  it('The command npm start ends the server with itself, so that the data folder is free for the next start', async () => {
    const dataDir = await createTemporaryFolder();
    const npm = spawn('npm', ['start', '--ignore-scripts'], {
      env: { ...embeddedEnvironment, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await readListeningUrl(npm);
    npm.kill('SIGTERM');
    expect(await once(npm, 'exit')).toEqual([0, null]);
    const next = await startProduct(dataDir);
    expect(await next.stop()).toBe(0);
    await removeFolder(dataDir);
  });
});
