import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { openStores } from '#server/platform/storage/stores.ts';
import { isServerMissing, startTestEngines } from '#server/testing/engines.ts';
import { runScript } from '#server/testing/run-script.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { loadOrCreateKey, replaceKey } from '#server/platform/encryption/key-file.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

const run = (script: string, args: string[], env: Record<string, string> = {}) =>
  runScript(`server/cli/${script}`, { args, env: { DATA_DIR: dataDir, ...env } });
const keys = (command: string, env: Record<string, string> = {}, ...rest: string[]) =>
  run('keys.ts', [command, ...rest], env);
const fresh = () => randomBytes(32).toString('base64');
const keyFile = () => readFileSync(join(dataDir, 'credential.key'), 'utf8').trim();
const ann = { email: 'ann@x.com', password: 'house hunter' };

/** Whether everything is still as Ann left it. */
async function expectAnn(env: Record<string, string>) {
  const product = await startTestServer({ DATA_DIR: dataDir, ...env });
  const somebody = product.newClient();
  expect((await somebody.post('/api/login', ann)).status).toBe(200);
  expect((await somebody.get('/api/user')).text).toContain('48204');
  expect((await product.newClient().post('/api/register', ann)).status).toBe(409);
  const full = await product.adminClient();
  const [row] = JSON.parse((await full.get('/api/admin/users?q=ann')).text) as { id: string }[];
  expect((await full.post(`/api/admin/users/${row?.id ?? ''}/password/reveal`)).text).toContain(ann.password);
  await product.close();
}
async function leaveAnn(env: Record<string, string> = {}) {
  const product = await startTestServer({ DATA_DIR: dataDir, ...env });
  const client = product.newClient();
  await client.register(ann.email, ann.password);
  await client.patch('/api/profile', { zipCode: '48204' });
  await product.close();
}

describe('npm run keys -- rotate', () => {
  it('The command npm run keys -- rotate creates a new key where the old one is in the data folder, and everything continues to work', async () => {
    await leaveAnn();
    const old = keyFile();
    const { stdout, stderr, code } = await keys('rotate');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toMatch(/^\d+ secrets are encrypted with the new key\nDone: the new key is in .*credential\.key\./);
    expect(keyFile()).not.toBe(old);
    expect(readdirSync(dataDir)).not.toContain('credential-next.key');
    await expect(startTestServer({ DATA_DIR: dataDir, CREDENTIAL_KEY: old })).rejects.toThrow('made under another key');
    await expectAnn({});
  });

  it.each(['--dry-run', '--to=new', 'now'])(
    'The command npm run keys -- rotate does nothing with the unknown argument %s',
    async (word) => {
      await leaveAnn();
      const old = keyFile();
      const { stderr, code } = await keys('rotate', {}, word);
      expect(stderr).toMatch(/^(Unknown option|Unexpected argument) '.+': see npm run keys -- --help\n$/);
      expect([code, keyFile()]).toEqual([64, old]);
    },
  );

  it('The command npm run keys -- rotate uses the keys of the environment', async () => {
    const [old, next] = [fresh(), fresh()];
    await leaveAnn({ CREDENTIAL_KEY: old });
    expect((await keys('rotate', { CREDENTIAL_KEY: old })).stderr).toMatch(/^CREDENTIAL_KEY_NEW is missing: /);
    const wrong = await keys('rotate', { CREDENTIAL_KEY: old, CREDENTIAL_KEY_NEW: 'short' });
    expect(wrong.stderr).toMatch(/^CREDENTIAL_KEY_NEW must be 32 random bytes in base64/);
    const weak = { CREDENTIAL_KEY: old, CREDENTIAL_KEY_NEW: Buffer.alloc(32, 7).toString('base64') };
    expect((await keys('rotate', weak)).stderr).toBe(wrong.stderr);
    const { stdout, stderr } = await keys('rotate', { CREDENTIAL_KEY: old, CREDENTIAL_KEY_NEW: next });
    expect(stderr).toBe('');
    expect(stdout).toContain('set CREDENTIAL_KEY to the value of CREDENTIAL_KEY_NEW');
    await expectAnn({ CREDENTIAL_KEY: next });
  });

  it('The command npm run keys -- rotate is rejected beside a running server, and a server does not start on a half-done rotation', async () => {
    const product = await startTestServer({ DATA_DIR: dataDir });
    expect((await keys('rotate')).stderr).toContain('Another process is already using DATA_DIR');
    await product.close();
    const stores = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    const half = { id: 'rotation', from: 'x', to: 'y' };
    await stores.documents.put('key-rotation', half);
    await stores.close();
    await expect(startTestServer({ DATA_DIR: dataDir })).rejects.toThrow('was changed in part only');
  });

  it('The command npm run keys -- rotate completes a rotation that was killed at its last step', async () => {
    await leaveAnn();
    const { rotateKeys } = await import('#server/platform/encryption/key-rotation.ts');
    const { encryptedStores } = await import('./encrypted-stores.ts');
    const next = loadOrCreateKey(dataDir, 'credential-next.key');
    const { documents, close } = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    await rotateKeys({ documents, stores: encryptedStores, from: keyFile(), to: next, where: 'DATA_DIR' });
    await close();
    replaceKey(dataDir, 'credential.key', next);
    await expect(startTestServer({ DATA_DIR: dataDir })).rejects.toThrow('was changed in part only');
    expect((await keys('rotate')).stdout).toContain('Done');
    expect(keyFile()).toBe(next);
    await expectAnn({});
  });
});

describe.skipIf(isServerMissing)('npm run keys -- rotate, with engines', () => {
  it.each(['web', 'projector', 'scout'])(
    'The command npm run keys -- rotate is rejected beside a running process of the role %s, which goes on',
    async (role) => {
      const engines = await startTestEngines();
      const product = await startTestServer({ DATA_DIR: dataDir, ...engines.env, APP_ROLE: role });
      const { stderr, code } = await keys('rotate', { ...engines.env, CREDENTIAL_KEY_NEW: fresh() });
      expect([stderr, code]).toEqual([
        expect.stringMatching(/^A server is at work on .+: stop all of them, and run it again\n$/),
        1,
      ]);
      expect(await product.context.documents.get('key-rotation', 'rotation')).toBeNull();
      await product.close();
      await engines.stop();
    },
  );
});

it('A start is rejected where keys of personal data are missing, or are those of another key', async () => {
  await leaveAnn();
  const { documents, close } = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
  for (const { doc } of await documents.page('subject-keys', '', 100)) await documents.remove('subject-keys', doc.id);
  await close();
  await expect(startTestServer({ DATA_DIR: dataDir })).rejects.toThrow(/is missing, and was not destroyed/);
});

it('Commands that read the log reject another key, with one sentence', async () => {
  await leaveAnn();
  for (const script of ['history/history.ts', 'rebuild.ts']) {
    const { stderr, code } = await run(script, [], { CREDENTIAL_KEY: fresh() });
    expect(stderr).toMatch(
      /^The personal data were sealed under another key: give the CREDENTIAL_KEY of then, [^\n]+\n$/,
    );
    expect(code).toBe(1);
  }
  rmSync(join(dataDir, 'credential.key'));
  expect((await run('history/history.ts', [])).stderr).toMatch(/^The personal data of this log are sealed: /);
});
