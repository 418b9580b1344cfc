import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noStream } from '../event-store/port.ts';
import { isKnownSealed } from '../privacy/whole.ts';
import { openStores } from '../stores/stores.ts';
import { embedded } from '../testing/environment.ts';
import { shell } from '../testing/shell.ts';
import { started } from '../testing/started.ts';
import { generatedKey, putKey } from '../stores/data-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const script = new URL('keys.ts', import.meta.url).pathname;
async function keys(command: string, env: Record<string, string> = {}, ...rest: string[]) {
  const child = spawn(process.execPath, [script, command, ...rest], {
    env: { ...embedded, DATA_DIR: dataDir, ...env },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code: child.exitCode };
}
const fresh = () => randomBytes(32).toString('base64');
const keyFile = () => readFileSync(join(dataDir, 'credential.key'), 'utf8').trim();
const ann = { email: 'ann@x.com', password: 'house hunter' };

/** Whether everything still is as Ann left it. */
async function expectAnn(env: Record<string, string>) {
  const product = await started({ DATA_DIR: dataDir, ...env });
  const somebody = product.somebody();
  expect((await somebody.post('/api/login', ann)).status).toBe(200);
  expect((await somebody.get('/api/user')).text).toContain('48204');
  expect((await product.somebody().post('/api/register', ann)).status).toBe(409);
  const full = await product.signedInRoot();
  const [row] = JSON.parse((await full.get('/api/admin/users?q=ann')).text) as { id: string }[];
  expect((await full.post(`/api/admin/users/${row?.id ?? ''}/password/reveal`)).text).toContain(ann.password);
  await product.close();
}
async function leaveAnn(env: Record<string, string> = {}) {
  const product = await started({ DATA_DIR: dataDir, ...env });
  const client = product.somebody();
  await client.register(ann.email, ann.password);
  await client.patch('/api/profile', { zipCode: '48204' });
  await product.close();
}

describe('npm run keys -- rotate', () => {
  it('makes a new key where the old one lies in the data folder, and everything goes on', async () => {
    await leaveAnn();
    const old = keyFile();
    const { stdout, stderr, code } = await keys('rotate');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toMatch(/^\d+ secrets are sealed under the new key\nDone: the new key lies in .*credential\.key\./);
    expect(keyFile()).not.toBe(old);
    expect(readdirSync(dataDir)).not.toContain('credential-next.key');
    await expect(started({ DATA_DIR: dataDir, CREDENTIAL_KEY: old })).rejects.toThrow('made under another key');
    await expectAnn({});
  });

  it.each(['--dry-run', '--to=new', 'now'])(
    'does nothing where it is told %s, which it does not know',
    async (word) => {
      await leaveAnn();
      const old = keyFile();
      const { stderr, code } = await keys('rotate', {}, word);
      expect(stderr).toMatch(/^(Unknown option|Unexpected argument) '.+': see npm run keys -- --help\n$/);
      expect([code, keyFile()]).toEqual([1, old]);
    },
  );

  it('takes the keys of the environment', async () => {
    const [old, next] = [fresh(), fresh()];
    await leaveAnn({ CREDENTIAL_KEY: old });
    expect((await keys('rotate', { CREDENTIAL_KEY: old })).stderr).toMatch(/^CREDENTIAL_KEY_NEW must be given: /);
    const wrong = await keys('rotate', { CREDENTIAL_KEY: old, CREDENTIAL_KEY_NEW: 'short' });
    expect(wrong.stderr).toMatch(/^CREDENTIAL_KEY_NEW must be 32 bytes in base64/);
    const { stdout, stderr } = await keys('rotate', { CREDENTIAL_KEY: old, CREDENTIAL_KEY_NEW: next });
    expect(stderr).toBe('');
    expect(stdout).toContain('from now on CREDENTIAL_KEY is what CREDENTIAL_KEY_NEW was');
    await expectAnn({ CREDENTIAL_KEY: next });
  });

  it('is refused beside a server, and a server is refused where it is half done', async () => {
    const product = await started({ DATA_DIR: dataDir });
    expect((await keys('rotate')).stderr).toContain('Another process is already using DATA_DIR');
    await product.close();
    const stores = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    const half = { id: 'rotation', from: 'x', to: 'y' };
    await stores.documents.put('key-rotation', half);
    await stores.close();
    await expect(started({ DATA_DIR: dataDir })).rejects.toThrow('was changed in part only');
  });

  it('ends what was killed at its last step', async () => {
    await leaveAnn();
    const { rotate } = await import('../credentials/rotation.ts');
    const { encryptedStores } = await import('./encrypted-stores.ts');
    const next = generatedKey(dataDir, 'credential-next.key');
    const { documents, close } = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    await rotate({ documents, stores: encryptedStores, from: keyFile(), to: next, where: 'DATA_DIR' });
    await close();
    putKey(dataDir, 'credential.key', next);
    await expect(started({ DATA_DIR: dataDir })).rejects.toThrow('was changed in part only');
    expect((await keys('rotate')).stdout).toContain('Done');
    expect(keyFile()).toBe(next);
    await expectAnn({});
  });
});

/** A log of an earlier version: what it says of people stands there in plain text. */
async function plainLog() {
  generatedKey(dataDir, 'credential.key');
  const { stored, close } = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
  const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
  const [bob, cid] = [randomUUID(), randomUUID()];
  const append = (stream: string, revision: number, type: string, data: object) =>
    stored.append(stream, [{ id: randomUUID(), type, data }], revision, by);
  await append(`user-${bob}`, noStream, 'UserRegistered', { userId: bob, email: 'bob@plain.example', role: 'none' });
  await append(`user-${cid}`, noStream, 'UserRegistered', { userId: cid, email: 'cid@plain.example', role: 'none' });
  const members = [{ userId: bob, miles: 1, radius: 50, maxPrice: 5, zipCode: '48999' }];
  await append('alert-1-0', noStream, 'AlertsMatched', { listingId: '1', n: 0, kind: 'new', listing: {}, members });
  await append(`user-${cid}`, 0, 'UserDeleted', { userId: cid });
  await close();
  return { bob, cid };
}
const filesWith = (what: string) =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDir, name))
    .filter((name) => statSync(name).isFile() && readFileSync(name, 'latin1').includes(what));

describe('A log of an earlier version', () => {
  it('is sealed by npm run keys -- seal, and reads as before but for who is deleted', async () => {
    const { bob, cid } = await plainLog();
    expect(filesWith('bob@plain.example')).not.toEqual([]);
    const { stdout, stderr } = await keys('seal');
    expect({ stdout, stderr }).toEqual({ stdout: 'The personal data of 3 events were sealed\n', stderr: '' });
    expect((await keys('seal')).stdout).toBe('The personal data of 0 events were sealed\n');
    for (const what of ['bob@plain.example', 'cid@plain.example', '48999']) expect(filesWith(what)).toEqual([]);
    const { events, documents, close } = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    expect((await events.read(`user-${bob}`)).events[0]?.data).toMatchObject({ email: 'bob@plain.example' });
    expect((await events.read(`user-${cid}`)).events[0]?.data).toMatchObject({ email: '[erased]' });
    expect(await isKnownSealed(documents)).toBe(true);
    await close();
  });

  it('is sealed by the first start', async () => {
    await plainLog();
    const product = await started({ DATA_DIR: dataDir });
    expect((await (await product.signedInRoot()).get('/api/admin/users')).text).toContain('bob@plain.example');
    await product.close();
    expect(filesWith('cid@plain.example')).toEqual([]);
    const { stored, close } = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    expect(JSON.stringify(await stored.readAllBackwards(null, 500))).not.toContain('plain.example');
    await close();
  });
});

describe('A sealing that was cut short', () => {
  /** More than one slice of listings, and then of people. */
  async function longPlainLog() {
    generatedKey(dataDir, 'credential.key');
    const { stored, close } = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
    const append = (stream: string, type: string, data: object) =>
      stored.append(stream, [{ id: randomUUID(), type, data }], noStream, by);
    await Promise.all(
      Array.from({ length: 600 }, (_, n) =>
        append(`listing-${n}`, 'ListingRejected', { listingId: `${n}`, title: '' }),
      ),
    );
    await Promise.all(
      Array.from({ length: 2_000 }, (_, n) =>
        append(`user-${n}`, 'UserRegistered', { userId: `${n}`, email: `u${n}@plain.example`, role: 'none' }),
      ),
    );
    await close();
  }
  const plainIn = async () => {
    const { stored, documents, close } = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    const events = await stored.readAllBackwards(null, 5_000);
    const isKnown = await isKnownSealed(documents);
    await close();
    return { plain: events.filter((event) => JSON.stringify(event).includes('plain.example')).length, isKnown };
  };
  async function cutShort() {
    const { sealLog } = await import('../privacy/seal-log.ts');
    const stores = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    let writes = 0;
    const rewriting = () => {
      const own = stores.rewriting?.();
      if (!own) throw new Error('This log cannot be rewritten');
      const write: typeof own.write = (changes) => {
        writes += 1;
        if (writes === 2) throw new Error('killed');
        own.write(changes);
      };
      return { ...own, write };
    };
    const dropped = () => Promise.resolve();
    await expect(sealLog({ ...stores, rewriting, dropHistory: dropped })).rejects.toThrow('killed');
    await stores.close();
  }

  it('is gone on with by the next start, though the log begins sealed', async () => {
    await longPlainLog();
    await cutShort();
    expect(await plainIn()).toEqual({ plain: 1_600, isKnown: false });
    const product = await started({ DATA_DIR: dataDir });
    expect((await (await product.signedInRoot()).get('/api/admin/users?limit=1&q=u1999')).text).toContain('u1999@');
    await product.close();
    expect(await plainIn()).toEqual({ plain: 0, isKnown: true });
    expect(filesWith('plain.example').filter((name) => name.includes('events'))).toEqual([]);
  });

  it('is gone on with by npm run keys -- seal', async () => {
    await longPlainLog();
    await cutShort();
    expect((await keys('seal')).stdout).toBe('The personal data of 1,600 events were sealed\n');
    expect(await plainIn()).toEqual({ plain: 0, isKnown: true });
  });
});

it('A start is refused where keys of personal data are missing, or are those of another key', async () => {
  await leaveAnn();
  const { documents, close } = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
  for (const { doc } of await documents.page('subject-keys', '', 100)) await documents.remove('subject-keys', doc.id);
  await close();
  await expect(started({ DATA_DIR: dataDir })).rejects.toThrow(/is missing, and was not destroyed/);
});

it('Commands that read the log refuse another key, and say so in one sentence', async () => {
  await leaveAnn();
  for (const command of ['history', 'rebuild'] as const) {
    const { stderr, code } = await shell(command, { DATA_DIR: dataDir, CREDENTIAL_KEY: fresh() });
    expect(stderr).toMatch(
      /^The personal data were sealed under another key: give the CREDENTIAL_KEY of then, [^\n]+\n$/,
    );
    expect(code).toBe(1);
  }
  rmSync(join(dataDir, 'credential.key'));
  expect((await shell('history', { DATA_DIR: dataDir })).stderr).toMatch(/^The personal data of this log are sealed: /);
});
