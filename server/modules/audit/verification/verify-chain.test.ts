import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createStoredChain } from '../hash-chain/chain-blocks.ts';
import { writeShutdownMarker, clearShutdownMarker } from '../hash-chain/chain-shutdown-marker.ts';
import { parsePublicKeys } from '../hash-chain/check-seals.ts';
import { createChainedLog } from '../testing/chained-log.ts';
import { verifyChain } from './verify-chain.ts';

type Kept = Awaited<ReturnType<typeof createChainedLog>>;
let log: Kept;
beforeEach(async () => {
  log = await createChainedLog();
});
afterEach(() => log.end());

const swap = (a: number, b: number) =>
  `UPDATE events SET position = -1 WHERE position = ${a};
   UPDATE events SET position = ${a} WHERE position = ${b};
   UPDATE events SET position = ${b} WHERE position = -1`;
const insertAt = (position: number) =>
  `UPDATE events SET position = -position WHERE position >= ${position};
   UPDATE events SET position = 1 - position WHERE position < 0;
   INSERT INTO events SELECT ${position}, 'forged', 0, 'f', type, data, metadata FROM events ORDER BY position DESC LIMIT 1`;

describe('an unchanged log', () => {
  it('An unchanged log is valid when it is empty', async () => {
    expect(await log.verify()).toEqual({ from: 1, events: 0, upTo: 0, difference: null, seals: [] });
  });

  it('An unchanged log is valid over several blocks, with its seals', async () => {
    await log.fill(1100);
    await log.keep();
    await log.seal('2026-01-02');
    await log.fill(3);
    await log.keep();
    await log.seal('2026-01-03');
    const verdict = await log.verify();
    expect(verdict).toMatchObject({ events: 1105, upTo: 1105, difference: null });
    expect(verdict.seals.map(({ ordinal, state }) => [ordinal, state])).toEqual([
      [1100, 'good'],
      [1104, 'good'],
    ]);
  });

  it('An unchanged log is valid where the chain is not yet at its end', async () => {
    await log.fill(5);
    await log.keep();
    await log.fill(2);
    expect(await log.verify()).toMatchObject({ events: 7, difference: null });
  });

  it('An unchanged log keeps the same chain however often its projection restarts', async () => {
    await log.fill(3);
    await log.keep();
    await log.fill(600);
    await log.keep();
    await log.keep();
    expect(await log.verify()).toMatchObject({ events: 603, difference: null });
  });
});

describe('an event that was altered in the file', () => {
  beforeEach(async () => {
    await log.fill(700);
    await log.keep();
  });

  it.each([
    ['data', `replace(data, 'Smith', 'Smyth')`],
    ['metadata', `replace(metadata, '"actor":"system"', '"actor":"systen"')`],
    ['type', `'Happenet'`],
    ['stream', `stream || 'x'`],
    ['id', `replace(id, substr(id, 1, 1), 'g')`],
    ['revision', `7`],
  ])('An event that was altered in the file is found at its position by its %s', async (column, value) => {
    for (const position of [600, 512, 2]) {
      log.alter(`UPDATE events SET ${column} = ${value} WHERE position = ${position}`);
      const { difference, events } = await log.verify();
      expect(difference).toMatchObject({ kind: 'changed', position, ordinal: position });
      expect(events).toBe(position - 1);
    }
  });

  it('An event that was altered in the file is found where it can no longer be read', async () => {
    log.alter(`UPDATE events SET data = substr(data, 2) WHERE position = 650`);
    expect((await log.verify()).difference).toMatchObject({ kind: 'changed', position: 650 });
  });

  it.each([1, 300, 513, 700])(
    'An event that was altered in the file is found where it was deleted: %i',
    async (position) => {
      log.alter(`DELETE FROM events WHERE position = ${position}`);
      expect((await log.verify()).difference).toMatchObject({ kind: 'missing', position });
    },
  );

  it.each([1, 300, 700])(
    'An event that was altered in the file is found where one was inserted: %i',
    async (position) => {
      log.alter(insertAt(position));
      expect((await log.verify()).difference).toMatchObject({ kind: 'inserted', position });
    },
  );

  it('An event that was altered in the file is found where one was inserted before the first', async () => {
    log.alter(`INSERT INTO events SELECT -3, 'forged', 0, 'f', type, data, metadata FROM events WHERE position = 1`);
    expect((await log.verify()).difference).toMatchObject({ kind: 'inserted', position: -3 });
  });

  it.each([
    [1, 2],
    [100, 650],
    [512, 513],
    [699, 700],
  ])('An event that was altered in the file is found where %i and %i were swapped', async (a, b) => {
    log.alter(swap(a, b));
    expect((await log.verify()).difference).toMatchObject({ kind: 'out-of-order', position: a });
  });

  it('An event that was altered in the file is found where one was moved to the end', async () => {
    log.alter(`UPDATE events SET position = 900 WHERE position = 50`);
    expect((await log.verify()).difference).toMatchObject({ kind: 'out-of-order', position: 51, ordinal: 50 });
  });

  it('An event that was altered in the file is described in a sentence', async () => {
    log.alter(`UPDATE events SET type = 'Forged' WHERE position = 9`);
    const { difference } = await log.verify();
    expect(difference?.sentence).toMatch(
      /^The event at position 9 \(Forged in thing-.+\) is not what was written there/,
    );
  });
});

describe('the seals', () => {
  beforeEach(async () => {
    await log.fill(20);
    await log.keep();
    await log.seal('2026-01-02');
    await log.fill(20);
    await log.keep();
    await log.seal('2026-01-03');
    await log.fill(3);
    await log.keep();
  });
  const without = async (kept: Kept) =>
    verifyChain({ encryptedEvents: kept.events, chain: null, keys: parsePublicKeys([kept.publicKey]) });

  it('The seals reveal a change though the chain was lost', async () => {
    log.alter(`UPDATE events SET data = replace(data, 'Smith', 'Smyth') WHERE position = 30`);
    const { difference, seals } = await without(log);
    expect(difference).toMatchObject({ kind: 'seal', position: 20 });
    expect(difference?.sentence).toContain('after position 20');
    expect(seals.map(({ state }) => state)).toEqual(['good', 'differs']);
  });

  it('The seals reveal a change though the chain was rebuilt from the altered log', async () => {
    log.alter(`UPDATE events SET data = replace(data, 'Smith', 'Smyth') WHERE position = 30`);
    const fresh = openSqliteViewStore(join(log.folder, 'other.sqlite'));
    expect(
      (
        await verifyChain({
          encryptedEvents: log.events,
          chain: createStoredChain(fresh),
          keys: parsePublicKeys([log.publicKey]),
        })
      ).difference,
    ).toMatchObject({ kind: 'seal' });
    await fresh.close();
  });

  it('The seals are detected when forged', async () => {
    log.alter(`UPDATE events SET data = replace(data, '"signature":"', '"signature":"AA') WHERE stream = 'seal'`);
    expect((await without(log)).difference).toMatchObject({ kind: 'seal', position: 21 });
    expect((await without(log)).difference?.sentence).toContain('forged');
    expect((await log.verify()).difference).toMatchObject({ kind: 'changed', position: 21 });
  });

  it('The seals are checked against the key that an auditor kept', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const { difference } = await log.verify([publicKey.export({ type: 'spki', format: 'pem' })]);
    expect(difference).toMatchObject({ kind: 'seal', position: 21 });
    expect(difference?.sentence).toContain('not known here');
  });

  it('The seals that were noted elsewhere reveal a log that was truncated or rebuilt with its chain and its seals', async () => {
    const { seals } = await log.verify();
    const { ordinal = 0, hash = '' } = seals.at(-1) ?? {};
    const keys = parsePublicKeys([log.publicKey]);
    const against = (seal = { ordinal, hash }) => {
      const externalSeals = [{ name: 'the noted seal', ...seal }];
      return verifyChain({ encryptedEvents: log.events, chain: null, keys, externalSeals });
    };
    expect((await against()).difference).toBeNull();
    expect((await against({ ordinal, hash: 'a'.repeat(64) })).difference).toMatchObject({ kind: 'seal', position: 20 });
    log.alter(`DELETE FROM events WHERE stream = 'seal' AND position > 40`);
    log.alter(`UPDATE events SET data = replace(data, 'Smith', 'Smyth') WHERE position = 30`);
    expect(
      (await verifyChain({ encryptedEvents: log.events, chain: null, keys: parsePublicKeys([log.publicKey]) }))
        .difference,
    ).toBeNull();
    expect((await against()).difference).toMatchObject({ kind: 'seal', position: 20, ordinal });
    log.alter(`DELETE FROM events WHERE position > 21`);
    const cut = (await against()).difference;
    expect(cut).toMatchObject({ kind: 'missing', ordinal: 22 });
    expect(cut?.sentence).toContain('covers 41 events, and the log has 21');
  });

  it("The seals cannot be hidden by changing the store's index of them", async () => {
    const blind: EventStore = { ...log.events, read: () => Promise.resolve({ events: [], revision: -1 }) };
    const { difference } = await verifyChain({
      encryptedEvents: blind,
      chain: null,
      keys: parsePublicKeys([log.publicKey]),
    });
    expect(difference).toMatchObject({ kind: 'seal', position: 21 });
    expect(difference?.sentence).toContain('is not found in its stream');
  });

  it('The seals distinguish an altered chain from an altered log', async () => {
    const { chainView } = await import('../hash-chain/chain-blocks.ts');
    const block = await log.views.get<{ id: string; hashes: string }>(chainView.view, '0000000000');
    const hashes = Buffer.from(block?.hashes ?? '', 'base64');
    hashes.fill(1, 32 * 9);
    const doc = { ...block, id: '0000000000', hashes: hashes.toString('base64') };
    const change = { id: doc.id, doc, position: 999 as never };
    await log.views.apply([{ view: chainView.view, generation: 'kept-1', changes: [change], checkpoint: null }]);
    const { difference, seals } = await log.verify();
    expect(difference).toMatchObject({ kind: 'chain', position: 10 });
    expect(seals.map(({ state }) => state)).toEqual(['good', 'good']);
  });
});

describe('a log after a clean shutdown', () => {
  beforeEach(async () => {
    await log.fill(3);
    await log.keep();
    await log.fill(2);
    await writeShutdownMarker(log.events, log.views);
  });
  const append = `INSERT INTO events SELECT 6, 'forged', 0, 'f', type, data, metadata FROM events WHERE position = 1`;

  it('A log after a clean shutdown is chained to its end', async () => {
    expect(await createStoredChain(log.views).length()).toBe(5);
    expect(await log.verify()).toMatchObject({ events: 5, difference: null });
  });

  it('A log after a clean shutdown reveals events that were inserted behind its end', async () => {
    log.alter(append);
    expect((await log.verify()).difference).toMatchObject({ kind: 'inserted', position: 6 });
  });

  it('A log after a clean shutdown is continued by the next server', async () => {
    await clearShutdownMarker(log.views);
    await log.fill(1);
    await log.keep();
    expect(await log.verify()).toMatchObject({ events: 6, difference: null });
    await writeShutdownMarker(log.events, log.views);
    await clearShutdownMarker(log.views);
    await writeShutdownMarker(log.events, log.views);
    expect(await createStoredChain(log.views).closedAt()).toBe(6);
  });
});
