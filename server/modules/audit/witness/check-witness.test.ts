import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealStream } from '#domain/event-catalog/streams.ts';
import type { Seal } from '#domain/log-seal/decider.ts';
import { checkEvidence } from '#server/lib/evidence/check-evidence.ts';
import { checkWitness } from '#server/lib/evidence/check-witness.ts';
import { parseWitnessLines } from '#server/lib/evidence/witness-lines.ts';
import { createChainedLog } from '../testing/chained-log.ts';
import { createTestEvidence } from '../testing/evidence-fixture.ts';

let log: Awaited<ReturnType<typeof createChainedLog>>;
let evidence: string;
let seals: Seal[];
beforeAll(async () => {
  log = await createChainedLog();
  const { write, start } = createTestEvidence(log);
  for (const day of [2, 3, 4]) {
    await log.fill(4);
    await log.keep();
    await log.seal(`2026-01-0${day}`);
  }
  const { ready, stop } = start();
  await ready;
  // From event 6 on: it names the seals over 9 and 14 events, not that over 4.
  evidence = await write({ from: Date.UTC(2026, 0, 1, 0, 0, 5) });
  await stop();
  seals = (await log.events.read(sealStream)).events.map(({ data }) => data);
});
afterAll(() => log.end());

const check = (...lines: unknown[]) => {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { findings, notes } = checkWitness(checkEvidence(evidence, null), parseWitnessLines(text));
  return { findings: findings.map(({ place, sentence }) => `${place}: ${sentence}`), notes };
};
/** The hash of the chain at an event of the file. */
const readHash = (ordinal: number) =>
  checkEvidence(evidence, null).evidence.events.find((event) => event.ordinal === ordinal)?.hash ?? '';
/** A seal with other content, as who holds the key of the log can sign it. */
const forge = ({ keyId: _keyId, signature: _signature, ...seal }: Seal, changes: Partial<Seal>) =>
  log.key.sign({ ...seal, ...changes });

it('Evidence agrees with the seals of a witness that it proves, and names how many those are', () => {
  expect(check(...seals)).toEqual({
    findings: [],
    notes: ['Seals of the witness that agree: 2 of 3 (the file proves nothing of the others)'],
  });
});

it('Evidence agrees with a seal of a witness that it does not name where it proves the event before it', () => {
  const seal = seals[1];
  if (seal === undefined) throw new Error('There is no seal');
  const forged = forge(seal, { treeSize: 7, ordinal: 7, hash: readHash(7) });
  expect(check(forged)).toMatchObject({ findings: [], notes: [expect.stringContaining('1 of 1')] });
  expect(check(forge(seal, { treeSize: 7, ordinal: 7, hash: 'ab'.repeat(32) })).findings).toEqual([
    'line 1 of the witness (7 events): The file has other events up to there: the log was rewritten.',
  ]);
});

it.each([
  ['root', { root: 'ab'.repeat(32) }, /other events up to there/],
  ['time', { treeSize: 20, ordinal: 20, at: '2026-01-31T00:00:00.000Z' }, /At a later time the log had only 15 events/],
])('A seal of a witness with another %s contradicts the evidence, with its line', (_what, changes, sentence) => {
  const forged = seals.map((seal, nth) => (nth === 1 ? forge(seal, changes) : seal));
  const { findings } = check(...forged);
  expect(findings).toEqual([expect.stringMatching(sentence)]);
  expect(findings[0]).toMatch(/^line 2 of the witness/);
});

it('A seal of a witness after the evidence was written does not contradict it', () => {
  const [seal] = seals;
  if (seal === undefined) throw new Error('There is no seal');
  const later = forge(seal, { treeSize: 20, ordinal: 20, at: '2026-02-02T00:00:00.000Z' });
  expect(check(later)).toMatchObject({ findings: [], notes: [expect.stringContaining('0 of 1')] });
});

it('A seal of a witness that was changed, or that another key signed, contradicts the evidence', () => {
  const changed = seals.map((seal) => ({ ...seal, at: '2026-01-09T00:00:00.000Z' }));
  expect(check(...changed).findings).toHaveLength(3);
  const foreign = seals.map((seal) => ({ ...seal, keyId: '0123456789abcdef' }));
  expect(check(...foreign).findings[0]).toContain('Another key than the one in the file has signed it.');
});

it.each([['rubbish'], ['{}'], ['{"treeSize":"9"}'], ['[]']])('The line %s is no seal of a witness', (line) => {
  const good = JSON.stringify(seals[0]);
  expect(() => parseWitnessLines(`${good}\n\n${line}\n`)).toThrow('Line 3 of the file of the witness is not a seal');
});
