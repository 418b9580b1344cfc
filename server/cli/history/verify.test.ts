import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { noteStream, sealStream } from '#domain/event-catalog/streams.ts';
import type { Verification } from '#domain/history/contract.ts';
import { damageIndex } from '#projections/store/testing/damage-index.ts';
import { startFakeWebhook } from '#server/modules/alerts/channels/testing/fake-webhook.ts';
import { openStores } from '#server/platform/storage/stores.ts';
import { isServerMissing } from '#server/testing/engines.ts';
import { runScript } from '#server/testing/run-script.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const witnessSecret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
const yesterday = new Date(Date.now() - 86_400_000).toISOString();

/** In files: the log of an installation with a completed day, while its server runs. */
describe.skipIf(!isServerMissing && process.env['TEST_ENGINES'] !== undefined)('verify from the shell', () => {
  let product: TestServer;
  let webhook: Awaited<ReturnType<typeof startFakeWebhook>>;
  const history = (dataDir: string, ...args: string[]) =>
    runScript('server/cli/history/history.ts', { args, env: { DATA_DIR: dataDir } });
  const verify = (...args: string[]) => history(product.dataDir, 'verify', ...args);
  const alter = (sql: string) => {
    const database = new DatabaseSync(join(product.dataDir, 'events.sqlite'), { timeout: 2_000 });
    database.exec(sql);
    database.close();
  };

  beforeAll(async () => {
    webhook = await startFakeWebhook();
    const witness = {
      NODE_ENV: 'test',
      WEBHOOK_ALLOW_PRIVATE: 'on',
      WITNESS_URL: webhook.url,
      WITNESS_SECRET: witnessSecret,
    };
    product = await startTestServer(witness);
    const { dataDir } = product;
    await product.close();
    const { events, close } = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
    for (let n = 0; n < 30; n += 1) {
      const metadata = { actor: 'system', commandId: `c-${n}`, correlationId: `c-${n}`, at: yesterday };
      const data = { noteId: String(n), action: 'Called', details: 'About the barn' };
      await events.append(noteStream(String(n)), [{ id: randomUUID(), type: 'NoteTaken', data }], -1, metadata);
    }
    await close();
    // Its first events are of the previous day, as if it had run past midnight.
    const database = new DatabaseSync(join(dataDir, 'events.sqlite'));
    database.exec(`UPDATE events SET metadata = json_set(metadata, '$.at', '${yesterday}')`);
    database.close();
    rmSync(join(dataDir, 'history.sqlite'));
    product = await startTestServer({ ...witness, DATA_DIR: dataDir });
    // The seal is written, and so is the chain beside the views.
    const isVerifiable = (text: string) => text.includes('1 seal, all good') && !text.includes('covers 0 events');
    await vi.waitFor(async () => expect(isVerifiable((await verify()).stdout)).toBe(true), 200_000);
  });
  afterAll(async () => {
    await product.stop();
    await webhook.close();
  });

  it('The command that verifies the log finds the log intact beside a running server, with one seal', async () => {
    const { stdout, stderr, code } = await verify();
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toContain('1 seal, all good');
    expect(stdout).toContain('Log verified: no changes detected.');
    const { events } = await product.context.events.read(sealStream);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: 'LogSealed', metadata: { actor: 'system' } });
  });

  it('The command that verifies the log exits with 2 where neither a hash chain nor a seal covers the log', async () => {
    const other = await startTestServer();
    const verifyOther = () => history(other.dataDir, 'verify');
    await expect.poll(verifyOther).toMatchObject({ code: 0 });
    await other.close();
    for (const end of ['', '-wal', '-shm']) rmSync(join(other.dataDir, `history.sqlite${end}`), { force: true });
    expect(await verifyOther()).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('The log cannot be verified') as string,
    });
    await other.stop();
  });

  it('The command that verifies the log accepts the key that an auditor stored, as a file or as text', async () => {
    const { stdout: pem } = await history(product.dataDir, 'public-key');
    const file = join(product.dataDir, 'kept.pem');
    writeFileSync(file, pem);
    const body = pem.split('\n').slice(1, -2).join('');
    for (const key of [file, pem, body, Buffer.from(body, 'base64').subarray(12).toString('base64')]) {
      expect(await verify('--public-key', key)).toMatchObject({ code: 0 });
    }
    const other = Buffer.alloc(32, 9).toString('base64');
    const { stdout, code } = await verify('--public-key', other);
    expect(code).toBe(1);
    expect(stdout).toContain('not known here');
    expect(await verify('--public-key', 'rubbish')).toMatchObject({
      code: 2,
      stderr: '--public-key must be a file with the public key that verifies the seals, or that key in base64\n',
    });
  });

  it('The command that verifies the log holds it against the seals that a witness kept', async () => {
    const file = join(product.dataDir, 'witness.jsonl');
    await expect.poll(() => webhook.received.length).toBeGreaterThan(0);
    const [{ body } = { body: '' }] = webhook.received;
    writeFileSync(file, body);
    const { stdout, code } = await verify('--witness', file);
    expect([stdout, code]).toEqual([expect.stringContaining('The log agrees with 1 seal of the witness.'), 0]);
    writeFileSync(file, body.replace(/"root":"\w+"/, `"root":"${'0'.repeat(64)}"`));
    const altered = await verify('--witness', file);
    expect([altered.stdout, altered.code]).toEqual([expect.stringContaining('The seal in line 1 of the witness'), 1]);
    writeFileSync(file, 'rubbish');
    const message = 'Line 1 of the file of the witness is not a seal\n';
    expect(await verify('--witness', file)).toMatchObject({ code: 2, stderr: message });
  });

  it('The command that verifies the log names the first position that differs, and exits with 1', async () => {
    const original = `(SELECT data FROM events WHERE position = 21)`;
    alter(
      `CREATE TABLE kept AS SELECT ${original} AS data; UPDATE events SET data = replace(data, 'barn', 'born') WHERE position = 21`,
    );
    const { stdout, code } = await verify();
    expect(code).toBe(1);
    expect(stdout).toContain('FIRST DIFFERENCE at position 21 (changed)');
    const json = JSON.parse((await verify('--json')).stdout) as Record<string, unknown>;
    expect(json).toMatchObject({ ok: false, events: 20, difference: { position: 21, kind: 'changed' } });
    alter(`UPDATE events SET data = (SELECT data FROM kept) WHERE position = 21; DROP TABLE kept`);
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('The command that verifies the log begins after the last seal that the server verified, unless told otherwise', async () => {
    const root = await product.adminClient();
    const path = '/api/admin/history/verification';
    expect((await root.post(`${path}?full=maybe`)).status).toBe(400);
    await root.post(`${path}?full=true`);
    const last = async () => (JSON.parse((await root.get(path)).text) as Verification).last;
    await expect.poll(last).toMatchObject({ ok: true, from: 1 });
    const { at } = (await last()) ?? {};
    const { stdout } = await verify();
    const earlier = `: all before it was verified at ${at}, and the whole log last read at ${at}. Read it all with --full.`;
    expect(stdout).toMatch(/^Read from event \d+ on/);
    expect(stdout).toContain(earlier);
    const json = JSON.parse((await verify('--json')).stdout) as { from: number; events: number };
    expect(json).toMatchObject({ ok: true, earlier: { at, fullAt: at } });
    expect(json.from).toBeGreaterThan(30);
    const seal = /--seal (\S+)/.exec(stdout)?.[1] ?? '';
    for (const args of [['--full'], ['--seal', seal]])
      expect(JSON.parse((await verify(...args, '--json')).stdout)).toMatchObject({ ok: true, from: 1, earlier: null });
    alter(`UPDATE events SET data = replace(data, 'barn', 'born') WHERE position = 21`);
    expect(await verify()).toMatchObject({ code: 0 });
    expect(await verify('--full')).toMatchObject({ code: 1 });
    alter(`UPDATE events SET type = 'Forged' WHERE stream = 'seal'`);
    expect(await verify()).toMatchObject({ code: 1 });
  });

  it('The command that verifies the log names a damaged file of another store, and exits with 1', async () => {
    const other = await startTestServer();
    await other.adminClient();
    await other.close();
    damageIndex(join(other.dataDir, 'vault.sqlite'), 'documents_expiring');
    const { stdout, code } = await history(other.dataDir, 'verify');
    expect([code, stdout]).toEqual([1, expect.stringContaining('vault.sqlite is damaged')]);
    await other.stop();
  });

  it('The command that verifies the log exits with 2 where there is nothing to verify', async () => {
    const { stderr, code } = await history('/nowhere', 'verify');
    expect(code).toBe(2);
    expect(stderr).toContain('There is no log in DATA_DIR /nowhere');
  });
});
