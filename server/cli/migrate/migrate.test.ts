import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { openEventStoreDb } from '#server/platform/event-store/eventstoredb/eventstoredb.ts';
import { openStores } from '#server/platform/storage/stores.ts';
import { type TestEngines, startTestEngines, isServerMissing } from '#server/testing/engines.ts';
import { embeddedEnvironment } from '#server/testing/environment.ts';
import { runScript } from '#server/testing/run-script.ts';
import { adminCredentials, startTestServer } from '#server/testing/test-server.ts';
import { fillInstallation, installationKey } from '../testing/installation.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

const nobody = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
  MONGODB_URL: 'mongodb://127.0.0.1:1/none',
  CREDENTIAL_KEY: installationKey,
};
const script = 'server/cli/migrate/migrate.ts';
const there = ['--from', 'sqlite', '--to', 'env'];
const back = ['--from', 'env', '--to', 'sqlite'];

const begin = (args: string[], env: Record<string, string>) =>
  spawn(process.execPath, [script, ...args], { env: { ...embeddedEnvironment, DATA_DIR: dataDir, ...env } });
const migrate = (args: string[], env: Record<string, string>) =>
  runScript(script, { args, env: { DATA_DIR: dataDir, ...env } });

describe('npm run migrate', () => {
  it('The command npm run migrate prints its help', async () => {
    const { stdout, code } = await migrate(['--help'], {});
    expect(stdout).toContain('Usage: npm run migrate -- [options]');
    expect(code).toBe(0);
  });

  it('The command npm run migrate rejects in one sentence what it cannot begin', async () => {
    const refusal = async (env: Record<string, string>, args = there) => {
      const { stdout, stderr, code } = await migrate(args, { ...nobody, ...env });
      expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
      return stderr;
    };
    expect(await refusal({})).toBe(
      `There is no log in DATA_DIR ${dataDir}: set DATA_DIR to the data folder of a server\n`,
    );
    expect(await refusal({ MONGODB_URL: '' })).toContain('Set both EVENTSTORE_URL and MONGODB_URL');

    const stores = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    expect(await refusal({})).toContain('Another process is already using DATA_DIR');
    await stores.close();
    expect(await refusal({})).toMatch(/MongoDB|EventStoreDB/);

    writeFileSync(join(dataDir, 'credential.key'), Buffer.alloc(32, 1).toString('base64'));
    expect(await refusal({ CREDENTIAL_KEY: '' })).toBe(
      `CREDENTIAL_KEY must be given, the same for both sides: the one that lies in ${join(dataDir, 'credential.key')}\n`,
    );
    expect(await refusal({})).toContain(`CREDENTIAL_KEY is not the key in ${join(dataDir, 'credential.key')}`);
  });
});

describe.skipIf(isServerMissing)('npm run migrate, with engines', () => {
  let engines: TestEngines;
  beforeEach(async () => {
    engines = await startTestEngines();
  });
  afterEach(() => engines.stop());

  const eventsThere = async () => {
    const store = openEventStoreDb(engines.env.EVENTSTORE_URL);
    try {
      return await store.readAll(startPosition, 100_000);
    } finally {
      await store.close();
    }
  };

  it('The command npm run migrate with engines continues after kill -9 until everything is copied', async () => {
    const env = { ...engines.env, CREDENTIAL_KEY: installationKey };
    const storageConfig = { dataDir, eventStoreUrl: null, mongoUrl: null };
    const here = await openStores(storageConfig);
    await fillInstallation({ ...here, storageConfig }, 400);
    await here.close();

    let kills = 0;
    for (const least of [1, 200, 700]) {
      const child = begin(there, env);
      const ended = once(child, 'exit');
      await expect.poll(async () => (await eventsThere()).length, { interval: 5 }).toBeGreaterThan(least);
      kills += Number(child.kill('SIGKILL'));
      await ended;
      if ((await eventsThere()).length < 1_001)
        await expect(startTestServer(env)).rejects.toThrow('copied into in part only');
    }
    expect(kills).toBeGreaterThan(0);
    const { stdout, stderr, code } = await migrate(there, env);
    expect({ stderr: stderr.replace(/.* events copied, \d+ %\n/g, ''), code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toMatch(/^[\d,]+ events copied, [\d,]+ were there already\.\n/);
    expect(await eventsThere()).toHaveLength(1_001);
  });

  it('The command npm run migrate with engines keeps users, there and back: they sign in again with their passwords', async () => {
    const first = await startTestServer({ DATA_DIR: dataDir });
    const ann = first.newClient();
    await ann.register('ann@x.com', 'house hunter');
    const cookie = ann.cookie();
    const shown = (await (await first.adminClient()).get('/api/admin/users')).text;
    await first.close();

    const env = { ...engines.env, CREDENTIAL_KEY: readFileSync(join(dataDir, 'credential.key'), 'utf8').trim() };
    expect((await migrate(there, env)).code).toBe(0);
    const second = await startTestServer(env);
    await expect.poll(async () => (await second.newClient().get('/readyz')).text).toBe('ready');
    expect((await second.newClient().get('/api/user', { cookie })).status).toBe(401);
    const login = { email: 'ann@x.com', password: 'house hunter' };
    expect((await second.newClient().post('/api/login', login)).status).toBe(200);
    expect((await (await second.adminClient()).get('/api/admin/users')).text).toBe(shown);
    await second.newClient().register('bob@x.com', 'tiny homes');
    await second.stop();

    const { stdout } = await migrate(back, env);
    expect(stdout).toContain('were there already');
    const third = await startTestServer({ DATA_DIR: dataDir });
    expect((await third.newClient().get('/api/user', { cookie })).status).toBe(401);
    for (const person of [login, { email: 'bob@x.com', password: 'tiny homes' }, adminCredentials]) {
      expect((await third.newClient().post('/api/login', person)).status).toBe(200);
    }
    await third.close();
  });
});
