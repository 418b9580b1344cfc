import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sealStream } from '#domain/event-catalog/streams.ts';
import type { Seal } from '#domain/log-seal/decider.ts';
import { parsePublicKeys } from '../hash-chain/check-seals.ts';
import { createChainedLog } from '../testing/chained-log.ts';
import { verifyChain } from '../verification/verify-chain.ts';
import { readWitnessSeals } from './read-witness-seals.ts';

let log: Awaited<ReturnType<typeof createChainedLog>>;
let seals: Seal[];
beforeEach(async () => {
  log = await createChainedLog();
  for (const day of [2, 3]) {
    await log.fill(20);
    await log.keep();
    await log.seal(`2026-01-0${day}`);
  }
  seals = (await log.events.read(sealStream)).events.map(({ data }) => data);
});
afterEach(() => log.end());

/** Verifies the log alone, as after its chain was written again, against the file of a witness. */
const verify = (lines: readonly Seal[]) => {
  const file = `${log.folder}/witness.jsonl`;
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const keys = parsePublicKeys([log.publicKey]);
  const externalSeals = lines.length === 0 ? [] : readWitnessSeals(file, keys);
  return verifyChain({ encryptedEvents: log.events, chain: null, keys, externalSeals });
};
const removeSeals = () => log.alter(`DELETE FROM events WHERE stream = 'seal' AND position > 40`);

it('A log agrees with the seals that a witness kept', async () => {
  expect((await verify(seals)).difference).toBeNull();
});

it('A log that was rewritten with its seals is found by the seals that a witness kept', async () => {
  removeSeals();
  log.alter(`UPDATE events SET data = replace(data, 'Smith', 'Smyth') WHERE position = 30`);
  expect((await verify([])).difference).toBeNull();
  const { difference } = await verify(seals);
  expect(difference).toMatchObject({ kind: 'seal', position: 20, ordinal: 41 });
  expect(difference?.sentence).toContain('do not fit the seal in line 2 of the witness (41 events)');
});

it('A log that was cut is found by the seals that a witness kept', async () => {
  log.alter('DELETE FROM events WHERE position > 30');
  const { difference } = await verify(seals);
  expect(difference).toMatchObject({ kind: 'missing', ordinal: 31 });
  expect(difference?.sentence).toContain('The seal in line 2 of the witness (41 events) covers 41 events');
});

it('A log is compared with the root that a witness kept, where no seal of the log has one', async () => {
  const forged = seals.map(({ keyId: _keyId, signature: _signature, ...seal }) =>
    log.key.sign({ ...seal, root: 'ab'.repeat(32) }),
  );
  log.alter(`DELETE FROM events WHERE stream = 'seal'`);
  expect((await verify(forged)).difference).toMatchObject({ kind: 'seal', ordinal: 20 });
});

it('A seal of a witness that the key of the log did not sign is a difference', async () => {
  const { difference } = await verify(seals.map((seal) => ({ ...seal, at: '2026-01-09T00:00:00.000Z' })));
  expect(difference?.sentence).toContain('The seal in line 1 of the witness (20 events) was not signed by the key');
});
