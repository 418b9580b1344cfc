import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { createStoredChain } from '../hash-chain/chain-blocks.ts';
import { parsePublicKeys } from '../hash-chain/check-seals.ts';
import { createChainedLog } from '../testing/chained-log.ts';
import { toEarlier, toVerifiedSeal, type VerifiedSeal } from './verified-seal.ts';
import { verifyChain } from './verify-chain.ts';

const monday = '2026-01-05T04:00:00.000Z';
const tuesday = '2026-01-06T04:00:00.000Z';
const wednesday = '2026-01-07T04:00:00.000Z';
let log: Awaited<ReturnType<typeof createChainedLog>>;
let verifiedSeal: VerifiedSeal | null;

/** 1,100 events that a full verification found good up to their seal, then 600 with a seal, then 5. */
beforeEach(async () => {
  log = await createChainedLog();
  await log.fill(1_100);
  await log.keep();
  await log.seal('2026-01-04');
  verifiedSeal = toVerifiedSeal(await log.verify(), null, monday);
  await log.fill(600);
  await log.keep();
  await log.seal('2026-01-05');
  await log.fill(5);
  await log.keep();
});
afterEach(() => log.end());

const verifyFromSeal = () => log.verify([log.publicKey], { verifiedSeal });
const verifyAll = () => log.verify([log.publicKey], { verifiedSeal, isFull: true });
const rename = (position: number) =>
  log.alter(`UPDATE events SET data = replace(data, 'Smith', 'Smyth') WHERE position = ${position}`);

describe('a verification from the last verified seal', () => {
  it('A verification from the last verified seal reads only the events after it, and checks the later seals', async () => {
    const { from, events, difference, seals } = await verifyFromSeal();
    expect({ from, events, difference }).toEqual({ from: 1_101, events: 1_707, difference: null });
    expect(seals.map(({ ordinal, state }) => [ordinal, state])).toEqual([
      [1_100, 'good'],
      [1_701, 'good'],
    ]);
    expect(await verifyAll()).toMatchObject({ from: 1, events: 1_707, difference: null });
  });

  it.each([1_102, 1_500, 1_707])(
    'A verification from the last verified seal finds an event that was altered after it: %i',
    async (position) => {
      rename(position);
      const altered = { difference: { kind: 'changed', position, ordinal: position } };
      expect(await verifyFromSeal()).toMatchObject({ from: 1_101, ...altered });
      expect(await verifyAll()).toMatchObject({ from: 1, ...altered });
    },
  );

  it('A verification from the last verified seal finds a later seal with another root', async () => {
    await log.seal('2026-01-06', 'ab'.repeat(32));
    expect(await verifyFromSeal()).toMatchObject({ from: 1_101, difference: { kind: 'seal', ordinal: 1_707 } });
  });

  it('A verification of the whole log finds what was altered before the verified seal', async () => {
    rename(700);
    expect((await verifyFromSeal()).difference).toBeNull();
    expect(await verifyAll()).toMatchObject({ difference: { kind: 'changed', position: 700 } });
  });

  it('A verification reads the whole log where the verified seal was altered', async () => {
    log.alter(`UPDATE events SET data = json_set(data, '$.at', '2026-01-03T00:00:00.000Z') WHERE position = 1101`);
    expect(await verifyFromSeal()).toMatchObject({ from: 1, difference: { kind: 'changed', position: 1_101 } });
  });

  it('A verification reads the whole log where the stored chain is missing or differs from the seal', async () => {
    const empty = openSqliteViewStore(join(log.folder, 'other.sqlite'));
    const keys = parsePublicKeys([log.publicKey]);
    for (const chain of [null, createStoredChain(empty)])
      expect(await verifyChain({ encryptedEvents: log.events, chain, keys, verifiedSeal })).toMatchObject({ from: 1 });
    await empty.close();
    const chain = createStoredChain(log.views);
    const gap = { ...chain, block: (index: number) => (index === 1 ? Promise.resolve(null) : chain.block(index)) };
    expect(await verifyChain({ encryptedEvents: log.events, chain: gap, keys, verifiedSeal })).toMatchObject({
      from: 1,
    });
  });

  it('A verification detects a log that was cut off before the verified seal, with its chain', async () => {
    log.alter('DELETE FROM events WHERE position > 900');
    const options = { encryptedEvents: log.events, chain: null, keys: parsePublicKeys([log.publicKey]) };
    expect((await verifyChain(options)).difference).toBeNull();
    const { from, difference } = await verifyChain({ ...options, verifiedSeal });
    expect([from, difference?.kind]).toEqual([1, 'seal']);
    expect(difference?.sentence).toContain('The seal over 1100 events that was good at 2026-01-05');
  });
});

describe('the verified seal', () => {
  it('The verified seal moves on with each verification, and tells when the whole log was last read', async () => {
    expect(verifiedSeal).toMatchObject({ ordinal: 1_100, at: monday, fullAt: monday });
    verifiedSeal = toVerifiedSeal(await verifyFromSeal(), verifiedSeal, tuesday);
    expect(verifiedSeal).toMatchObject({ ordinal: 1_701, at: tuesday, fullAt: monday });
    const next = await verifyFromSeal();
    expect(next).toMatchObject({ from: 1_702, events: 1_707, difference: null });
    expect(toEarlier(next.from, verifiedSeal)).toEqual({ at: tuesday, fullAt: monday });
    expect(toVerifiedSeal(next, verifiedSeal, wednesday)).toEqual(verifiedSeal);
    const whole = toVerifiedSeal(await verifyAll(), verifiedSeal, wednesday);
    expect(whole).toMatchObject({ ordinal: 1_701, at: wednesday, fullAt: wednesday });
  });

  it('The verified seal is not begun from after a difference, until the whole log was read', async () => {
    rename(700);
    verifiedSeal = toVerifiedSeal(await verifyAll(), verifiedSeal, tuesday);
    const { from, difference } = await verifyFromSeal();
    expect([from, difference?.position]).toEqual([1, 700]);
    log.alter(`UPDATE events SET data = replace(data, 'Smyth', 'Smith') WHERE position = 700`);
    verifiedSeal = toVerifiedSeal(await verifyFromSeal(), verifiedSeal, wednesday);
    expect(verifiedSeal).toMatchObject({ ordinal: 1_701, fullAt: wednesday });
  });

  it('The verified seal is none without a seal that has a root', async () => {
    const { seals, ...verdict } = await log.verify();
    expect(toVerifiedSeal({ ...verdict, seals: [] }, null, monday)).toBeNull();
    const old = seals.map(({ root: _root, ...seal }) => seal);
    expect(toVerifiedSeal({ ...verdict, seals: old }, null, monday)).toBeNull();
  });
});
