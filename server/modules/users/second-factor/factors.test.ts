import { Secret } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Documents } from '#projections/store/port.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTotp, type Passkey } from './factors.ts';
import { createSecondFactors } from './second-factors.ts';

const rfcSecret = Secret.fromUTF8('12345678901234567890').base32;

/** The last six of the eight digits in RFC 6238, appendix B, for SHA-1. */
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('The code at %i seconds is %s, as in RFC 6238', (seconds, code) => {
  expect(createTotp(rfcSecret).generate({ timestamp: seconds * 1000 })).toBe(code);
});

describe('the second factors of a user', () => {
  let folder: string;
  let documents: Documents & { close: () => Promise<void> };
  let now: number;
  const open = () =>
    createSecondFactors({ documents, clock: () => new Date(now), key: Buffer.alloc(32, 7).toString('base64') });
  const codeAt = (secret: string, offsetMs: number) => createTotp(secret).generate({ timestamp: now + offsetMs });
  const setUp = async () => {
    const { secret } = await open().beginApp('ann', 'ann@example.com');
    expect(await open().confirmApp('ann', codeAt(secret, 0))).toBe(true);
    now += 60_000;
    return secret;
  };
  const passkey: Passkey = {
    id: 'key-1',
    publicKey: 'AA',
    counter: 5,
    transports: [],
    name: 'Laptop',
    createdAt: '2026-03-01T12:00:00.000Z',
    lastUsedAt: null,
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'factors-'));
    documents = openSqliteDocuments(join(folder, 'documents.sqlite'));
    now = Date.parse('2026-03-01T12:00:00.000Z');
  });
  afterEach(async () => {
    await documents.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    [-60_000, false],
    [-30_000, true],
    [0, true],
    [30_000, true],
    [60_000, false],
  ])('A code of a clock that is %i ms off is accepted: %s', async (offset, isAccepted) => {
    const secret = await setUp();
    expect(await open().useCode('ann', codeAt(secret, offset))).toEqual(isAccepted ? { kind: 'app' } : null);
  });

  it('A code is used up with those before it, and of two at once one is', async () => {
    const secret = await setUp();
    const code = codeAt(secret, 0);
    const both = await Promise.all([open().useCode('ann', code), open().useCode('ann', code)]);
    expect(both.filter((used) => used !== null)).toHaveLength(1);
    expect(await open().useCode('ann', codeAt(secret, -30_000))).toBeNull();
    expect(await open().useCode('ann', codeAt(secret, 30_000))).toEqual({ kind: 'app' });
  });

  it('An app that was not confirmed is no factor, and the last one begun is the one that counts', async () => {
    const { secret: first } = await open().beginApp('ann', 'ann@example.com');
    const { secret } = await open().beginApp('ann', 'ann@example.com');
    expect(await open().has('ann')).toBe(false);
    expect(await open().confirmApp('ann', codeAt(first, 0))).toBe(false);
    expect(await open().confirmApp('ann', codeAt(secret, 0))).toBe(true);
    expect(await open().confirmApp('ann', codeAt(secret, 0))).toBe(false);
  });

  it('Of two uses of one recovery code at once one succeeds', async () => {
    await setUp();
    const [code = ''] = await open().issueRecoveryCodes('ann');
    const both = await Promise.all([open().useCode('ann', code), open().useCode('ann', code)]);
    expect(both.filter((used) => used !== null)).toEqual([{ kind: 'recovery', left: 9 }]);
  });

  it('A passkey whose counter goes back or stays is refused; one that has no counter is not', async () => {
    await open().putPasskey('ann', passkey);
    const use = (counter: number) => open().usePasskey('ann', 'key-1', counter);
    expect([await use(4), await use(5), await use(6), await use(6)]).toEqual([false, false, true, false]);
    await open().putPasskey('ann', { ...passkey, counter: 0 });
    expect([await use(0), await use(0)]).toEqual([true, true]);
    expect(await open().usePasskey('ann', 'key-2', 9)).toBe(false);
  });

  it('Recovery codes go with the last factor', async () => {
    await setUp();
    await open().putPasskey('ann', passkey);
    await open().issueRecoveryCodes('ann');
    await open().removeApp('ann');
    expect((await open().load('ann')).recoveryHashes).toHaveLength(10);
    await open().removePasskey('ann', 'key-1');
    expect(await open().load('ann')).toMatchObject({ passkeys: [], recoveryHashes: [] });
  });
});
