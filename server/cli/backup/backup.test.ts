import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { embeddedEnvironment } from '#server/testing/environment.ts';
import { createPng } from '#server/modules/pictures/testing/sample-pictures.ts';
import { runScript } from '#server/testing/run-script.ts';
import { adminCredentials, type TestServer, startTestServer } from '#server/testing/test-server.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

/** Whether this user may mount a small disk, in a name space of its own. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const smallDiskBytes = 100_000;

const script = 'server/cli/backup/backup.ts';
const backup = (dataDir: string, args: string[], env: Record<string, string> = {}) =>
  runScript(script, { args, env: { DATA_DIR: dataDir, ...env } });

/** Registers users one after the other until stopped; resolves to those whose registration was confirmed. */
function registering({ newClient: somebody }: TestServer) {
  const emails: string[] = [];
  let isOver = false;
  const run = async () => {
    while (!isOver) emails.push((await somebody().register(`u${emails.length}@x.com`)).email);
    return emails;
  };
  const running = run();
  return {
    some: () => expect.poll(() => emails.length).toBeGreaterThan(3),
    stop: () => {
      isOver = true;
      return running;
    },
  };
}

describe('npm run backup', () => {
  it('The command npm run backup copies a folder that a server is writing, into one that a server can start on', async () => {
    const product = await startTestServer({ DATA_DIR: join(folder, 'data') });
    const people = registering(product);
    await people.some();
    const picture = await product.context.pictures.addAnnounced(createPng(40, 30));
    const before = (await (await product.adminClient()).get('/api/admin/users')).headers.get('x-total-count');
    const copy = join(folder, 'copy');
    const { stdout, stderr, code } = await backup(product.dataDir, [copy]);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toMatch(
      /^Copied [\d,]+ events, 1 picture and the credentials and the keys to \S+ \(\d+\.\d MB, \d+\.\d s\)\n$/,
    );
    await people.stop();
    await product.close();
    expect(readdirSync(copy).toSorted()).toEqual([
      'credential.key',
      'events.sqlite',
      'installation.json',
      'pictures',
      'session.key',
      'vault.sqlite',
    ]);
    for (const name of readdirSync(copy)) expect(statSync(join(copy, name)).mode & 0o077).toBe(0);

    const restored = await startTestServer({ DATA_DIR: copy });
    const admin = await restored.adminClient();
    await restored.waitForViews();
    expect(await restored.context.pictures.read(picture.id, 'small')).toEqual(picture.small);
    const users = JSON.parse((await admin.get('/api/admin/users')).text) as { email: string }[];
    expect(users.length).toBeGreaterThan(3);
    expect(users.length).toBeGreaterThanOrEqual(Number(before));
    for (const { email } of users.filter((user) => user.email !== adminCredentials.email)) {
      expect((await restored.newClient().post('/api/login', { email, password: 'house hunter' })).status).toBe(200);
    }
    await restored.close();
  });

  it('The command npm run backup reports that the key is not in the copy where the server receives it from the environment', async () => {
    const here = join(folder, 'data');
    const key = randomBytes(32).toString('base64');
    await (await startTestServer({ DATA_DIR: here, CREDENTIAL_KEY: key })).close();
    const missing = /^CREDENTIAL_KEY is not in the copy: [^\n]+ without it the copy does not start[^\n]+\n$/;
    for (const [n, env] of [{}, { CREDENTIAL_KEY: key }].entries()) {
      const { stdout, stderr, code } = await backup(here, [join(folder, `copy-${n}`)], env);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Copied [\d,]+ events, 0 pictures and the credentials to /);
      expect(stderr).toMatch(missing);
      expect(stderr).not.toContain(key);
    }
    // A key file there that decrypts nothing is not the key either.
    writeFileSync(join(here, 'credential.key'), randomBytes(32).toString('base64'));
    expect((await backup(here, [join(folder, 'other')])).stderr).toMatch(missing);
  });

  it('The command npm run backup rejects in one sentence what it cannot do', async () => {
    const here = join(folder, 'data');
    expect((await backup(here, [])).stderr).toBe('FOLDER is missing: see npm run backup -- --help\n');
    expect((await backup(here, [join(folder, 'copy')])).stderr).toContain(`There is no log in DATA_DIR ${here}`);
    await (await startTestServer({ DATA_DIR: here })).close();
    writeFileSync(join(folder, 'mine'), '');
    expect((await backup(here, [folder])).stderr).toBe(`${folder} is not empty: name a new folder\n`);
    expect((await backup(here, [join(folder, 'mine')])).stderr).toContain('it is a file and should be a folder');
    expect((await backup(here, ['/proc/copy'])).stderr).toBe(
      '/proc/copy cannot be used: it is not there and cannot be made\n',
    );
    const engine = { MONGODB_URL: 'mongodb://127.0.0.1:1/none' };
    expect((await backup(here, [join(folder, 'copy')], engine)).stderr).toContain('Data is in databases');
  });

  it.skipIf(!canMount)(
    'The command npm run backup leaves nothing on a disk that is too small, and reports it in one sentence',
    async () => {
      const here = join(folder, 'data');
      await (await startTestServer({ DATA_DIR: here })).close();
      const disk = join(folder, 'disk');
      mkdirSync(disk);
      const inSmallDisk = `mount -t tmpfs -o size=${smallDiskBytes} tmpfs "$1" && { "$2" "$3" "$1/copy"; code=$?; ls -A "$1"; exit $code; }`;
      const args = ['-rm', 'sh', '-c', inSmallDisk, 'sh', disk, process.execPath, script];
      const child = spawn('unshare', args, { env: { ...embeddedEnvironment, DATA_DIR: here } });
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      const sentence = `${join(disk, 'copy')} cannot be used: the disk is full\n`;
      expect({ stdout, stderr, code: child.exitCode }).toEqual({ stdout: '', stderr: sentence, code: 1 });
    },
  );
});
