import { execFileSync } from 'node:child_process';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkEvidence } from '#server/lib/evidence/check-evidence.ts';
import type { EvidenceFile } from '#server/lib/evidence/evidence.ts';
import { toPosition } from '#domain/shared/decider.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { ChainBlock } from '../hash-chain/chain-blocks.ts';
import { createChainedLog } from '../testing/chained-log.ts';
import { createTestEvidence } from '../testing/evidence-fixture.ts';
import { waitForChain } from './tree-heads.ts';
import { createRandom, tampers } from '../testing/tamper-evidence.ts';

type Check = typeof checkEvidence;
let log: Awaited<ReturnType<typeof createChainedLog>>;
let evidence: ReturnType<typeof createTestEvidence>;
let history: ReturnType<typeof evidence.start>;
let file: string;
let key: KeyObject;
const checks = new Map<string, Check>([['the product', checkEvidence]]);

/** 1,205 events: 1,000 that the first root covers, also those of an older seal without one, more seals, 40 unsealed. */
beforeAll(async () => {
  log = await createChainedLog();
  const fill = async (count: number) => {
    await log.fill(count);
    await log.keep();
  };
  await fill(300);
  await log.seal('2026-01-02', null);
  await fill(699);
  await log.seal('2026-01-03');
  await fill(63);
  await log.seal('2026-01-04');
  await fill(100);
  await log.seal('2026-01-05');
  await fill(39);
  evidence = createTestEvidence(log);
  history = evidence.start();
  await history.ready;
  key = createPublicKey(log.publicKey);
  file = `${log.folder}/check-evidence.mjs`;
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'web/checker.ts', file]);
  const built = (await import(pathToFileURL(file).href)) as { checkEvidence: Check };
  checks.set('the single file', built.checkEvidence);
});
afterAll(async () => {
  await history.stop();
  await log.end();
});

const parse = (text: string) => JSON.parse(text) as EvidenceFile;
const describeEach = (text: string, trustedKey = key) =>
  [...checks.values()].map((check) => check(text, trustedKey).findings);

describe('A file of evidence', () => {
  it('A file of evidence has the events as stored, newest first, each with a proof to the first seal that covers it', async () => {
    const { events, seals, manifest, publicKey } = parse(await evidence.write());
    expect(publicKey).toBe(log.publicKey);
    expect(events.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 1_205 }, (_, n) => 1_205 - n));
    const [stored] = await log.events.readAllBackwards(null, 1);
    expect({ ...events[0]?.event, position: 1_205 }).toEqual(stored);
    expect(events[0]?.previousHash).toBe(events[1]?.hash);
    expect(seals.map(({ seal }) => seal.treeSize)).toEqual([1_000, 1_064, 1_165]);
    const sizes = [1_205, 1_165, 1_000, 300].map((one) => events[1_205 - one]?.proof.treeSize);
    expect(sizes).toEqual([1_205, 1_165, 1_000, 1_000]);
    expect(manifest).toMatchObject({
      format: 'evidence/1',
      keyId: log.key.keyId,
      at: '2026-02-01T12:00:00.000Z',
      filter: {},
      count: 1_205,
      first: { ordinal: 1, position: 1 },
      last: { ordinal: 1_205, position: 1_205 },
      treeSize: 1_205,
      seals: [1_000, 1_064, 1_165],
      unsealedSince: 1_166,
    });
  });

  it('A file of evidence names the seals that its events need, and the last one', async () => {
    const some = parse(await evidence.write({ stream: 'thing-1-1' }));
    expect([some.events.length, some.manifest.seals]).toEqual([1, [1_000, 1_165]]);
    expect(some.events[0]?.unproven).toMatchObject({ position: 2 });
    const none = await evidence.write({ stream: 'nothing' });
    expect(parse(none)).toMatchObject({ events: [], manifest: { count: 0, first: null, last: null } });
    expect(describeEach(none)).toEqual([[], []]);
  });

  it('Fifty files of evidence of any part of the log are sound', async () => {
    const random = createRandom(50);
    for (let nth = 0; nth < 50; nth += 1) {
      const from = Date.UTC(2026, 0, 1) + random(1_200) * 1_000;
      const text = await evidence.write({ from, to: from + random(120) * 1_000 });
      expect(describeEach(text)).toEqual([[], []]);
    }
  });

  it('A file of evidence stays sound where what it marks as unproven is changed', async () => {
    const changed = parse(await evidence.write({ stream: 'thing-3*' }));
    for (const entry of changed.events) entry.unproven = { sentence: 'Anything' };
    delete changed.events[0]?.unproven;
    expect(describeEach(JSON.stringify(changed))).toEqual([[], []]);
  });

  it('A file of evidence is not sound where the stored log was changed before it was written', async () => {
    const change = (one: string, other: string) =>
      log.alter(`UPDATE events SET data = replace(data, '${one}', '${other}') WHERE position = 40`);
    change('Smith', 'Smyth');
    const text = await evidence.write({ from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 1, 0, 1) });
    change('Smyth', 'Smith');
    for (const findings of describeEach(text))
      expect(findings.map(({ place }) => place)).toEqual([expect.stringMatching(/\(ordinal 40\)$/)]);
  });
});

describe('A log that gives no sound evidence', () => {
  it('A log with an event that the chain lacks gives evidence that is not sound there', async () => {
    log.alter(`INSERT INTO events SELECT -3, 'forged', 0, 'f', type, data, metadata FROM events WHERE position = 1`);
    const text = await evidence.write();
    log.alter('DELETE FROM events WHERE position = -3');
    for (const findings of describeEach(text)) expect(findings[0]?.place).toBe('event 1206 of the file (ordinal 0)');
  });

  it('A log that the chain does not cover yet gives no evidence', async () => {
    const head = () => Promise.resolve(toPosition(1_206));
    await expect(waitForChain({ head }, log.views, 2)).rejects.toThrow('The hash chain lacks the newest events');
    expect(await waitForChain(log.events, log.views, 1)).toEqual({ ordinal: 1_205, position: 1_205 });
  });

  it('A log whose Merkle tree is far behind gives no evidence', async () => {
    const lastBlock: ChainBlock = { id: '0000005000', first: 9, last: 9, positions: [9], hashes: '' };
    const list: ViewReader['list'] = (_view, { where }) =>
      Promise.resolve({ docs: where === undefined ? [lastBlock as never] : [] }); // of the one type that is stored
    const head = () => Promise.resolve(toPosition(9));
    const waiting = waitForChain({ head }, { get: () => Promise.resolve(null), list }, 1);
    await expect(waiting).rejects.toThrow('The Merkle tree of the log is being built, 0 % so far.');
  });
});

describe('Manipulations of a file of evidence', () => {
  it('Two hundred manipulations are found with their place, by the product and by the single file', async () => {
    const text = await evidence.write({ stream: 'thing-8*' });
    expect(parse(text)).toMatchObject({ events: { length: 35 }, manifest: { seals: [1_000, 1_064, 1_165] } });
    expect(parse(text).events[0]?.proof.treeSize).toBe(1_205);
    const random = createRandom(200);
    const kinds = Object.entries(tampers);
    for (let nth = 0; nth < 200; nth += 1) {
      const [kind, tamper] = kinds[nth % kinds.length] ?? [];
      const { text: changed, place } = tamper?.(parse(text), random, text) ?? { text, place: /./ };
      const found = [...checks.values()].map((check) => tryCheck(check, changed));
      const expected = place ?? /^unreadable$/;
      expect(
        found[0]?.some((one) => expected.test(one)),
        `${kind} ${nth}: ${found[0]?.join(', ')}`,
      ).toBe(true);
      expect(found[1]).toEqual(found[0]);
    }
  });

  function tryCheck(check: Check, text: string): string[] {
    try {
      return check(text, key).findings.map(({ place }) => place);
    } catch {
      return ['unreadable'];
    }
  }
});

describe('The checker as a single file', () => {
  const run = (...args: string[]) => {
    try {
      return { code: 0, out: execFileSync(process.execPath, [file, ...args], { encoding: 'utf8', stdio: 'pipe' }) };
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
      return { code: status, out: stdout + stderr };
    }
  };

  it('The checker as a single file has at most 300 lines, and imports nothing but modules of Node.js', () => {
    const text = readFileSync(file, 'utf8');
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(300);
    expect([...text.matchAll(/from '([^']+)'/g)].every(([, from]) => from?.startsWith('node:'))).toBe(true);
    expect(text).not.toMatch(/\bimport\(|\brequire\(/);
  });

  it('The checker as a single file exits with 0, 1, 2 or 64', async () => {
    const paths = ['sound', 'changed', 'cut', 'key'].map((name) => `${log.folder}/${name}`);
    const [sound = '', changed = '', cut = '', keyFile = ''] = paths;
    const text = await evidence.write({ stream: 'thing-7-7' });
    writeFileSync(sound, text);
    writeFileSync(changed, text.replace('Smith', 'Smyth'));
    writeFileSync(cut, text.slice(0, -30));
    writeFileSync(keyFile, log.publicKey);
    const found = run(changed);
    expect(found.code).toBe(1);
    expect(found.out).toContain('event 1 of the file (ordinal 8): The event or the hash');
    const proven = run(sound, '--public-key', keyFile);
    expect(proven.code).toBe(0);
    expect(proven.out).toContain('Sound: no changes');
    expect(run(sound).out).toContain(`Key ${log.key.keyId}: compare it with the one that you keep`);
    expect(run(cut).code).toBe(2);
    expect(run(`${log.folder}/nothing`).code).toBe(2);
    const wrongKey = run(sound, '--public-key', sound);
    expect(wrongKey.code).toBe(2);
    expect(wrongKey.out).toContain('--public-key must be');
    expect(run().code).toBe(64);
  });
});
