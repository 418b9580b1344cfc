import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChainedLog } from '#server/modules/audit/testing/chained-log.ts';
import { sealStream } from '#domain/event-catalog/streams.ts';
import { createTestEvidence } from '#server/modules/audit/testing/evidence-fixture.ts';
import { runScript } from '#server/testing/run-script.ts';

let log: Awaited<ReturnType<typeof createChainedLog>>;
let file: string;
beforeAll(async () => {
  log = await createChainedLog();
  await log.fill(5);
  await log.keep();
  await log.seal('2026-01-02');
  file = `${log.folder}/evidence.json`;
  writeFileSync(file, await createTestEvidence(log).write());
});
afterAll(() => log.end());

/** A file with the seals of a log as a witness keeps them, one a line. */
async function writeWitness({ events, folder }: typeof log, change = (line: string) => line) {
  const seals = (await events.read(sealStream)).events.map(({ data }) => change(JSON.stringify(data)));
  const witness = `${folder}/witness-${randomUUID()}.jsonl`;
  writeFileSync(witness, `${seals.join('\n')}\n`);
  return witness;
}

/** Without an installation. */
const check = (...args: string[]) =>
  runScript('server/cli/history/history.ts', { args: ['check', ...args], env: { DATA_DIR: `${log.folder}/nothing` } });

it('The command that checks evidence needs the file alone, and prints what it proves', async () => {
  const { stdout, stderr, code } = await check(file, '--public-key', log.publicKey);
  expect([stderr, code]).toEqual(['', 0]);
  expect(stdout.split('\n')).toEqual([
    'Evidence of 2026-02-01T12:00:00.000Z, filter {}',
    `Key ${log.key.keyId}: the one that you gave`,
    'Events: 6 of 6, from 1 to 6',
    'Proven by seals of the log: 5 (seals: 1)',
    'Covered by the signature of this file alone: 1 (unsealed since 6)',
    'Not proven: positions, sentences and decrypted values, which are marked as unproven',
    'Sound: no changes detected.',
    '',
  ]);
});

it('The command that checks evidence exits with 1 and the place, with 2 for another file, and with 64 for no file', async () => {
  const other = await createChainedLog();
  const wrongKey = await check(file, '--public-key', other.publicKey);
  await other.end();
  expect(wrongKey.code).toBe(1);
  expect(wrongKey.stdout).toContain('publicKey: The key is not the one that you gave.');
  const noEvidence = `${log.folder}/other.json`;
  writeFileSync(noEvidence, '{"format":"another"}');
  const { stdout, code } = await check(noEvidence);
  expect([stdout, code]).toEqual(['The file is no evidence of the format evidence/1\n', 2]);
  expect((await check()).code).toBe(64);
});

it('Evidence agrees with the seals that a witness kept, and the command says how many it proves', async () => {
  const witness = await writeWitness(log, (line) => line.replace('{', '{"installation":"i-1",'));
  const { stdout, code } = await check(file, '--witness', witness);
  expect([stdout, code]).toEqual([expect.stringContaining('Seals of the witness that agree: 1 of 1'), 0]);
});

it('Evidence of a log that was cut contradicts the seals that a witness kept', async () => {
  await log.fill(1);
  await log.keep();
  await log.seal('2026-01-03');
  const { stdout, code } = await check(file, '--witness', await writeWitness(log));
  expect(code).toBe(1);
  expect(stdout).toContain('line 2 of the witness (7 events): At a later time the log had only 6 events');
});

it('A file of a witness that cannot be read ends the check of evidence with 2 and the line', async () => {
  const witness = await writeWitness(log, () => '{"treeSize":5}');
  const { stdout, code } = await check(file, '--witness', witness);
  expect([stdout, code]).toEqual(['Line 1 of the file of the witness is not a seal\n', 2]);
  writeFileSync(witness, '\n');
  const empty = await check(file, '--witness', witness);
  expect([empty.stdout, empty.code]).toEqual(['The file of the witness has no seals\n', 2]);
});
