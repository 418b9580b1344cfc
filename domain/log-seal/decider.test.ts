import { expect, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { type Seal, serializeSeal, seals } from './decider.ts';
import type { SealEvent } from './events.ts';

const seal = (at: string, ordinal: number): Seal => ({
  at,
  ordinal,
  position: ordinal * 10,
  hash: 'ab'.repeat(32),
  keyId: 'k-1',
  signature: 'c2lnbmVk',
});
const sealed = (at: string, ordinal: number): SealEvent => ({ type: 'LogSealed', data: seal(at, ordinal) });

it('A log without a seal is sealed', () => {
  const first = seal('2026-11-21T00:00:01.000Z', 1);
  given(seals, [])
    .when({ type: 'Seal', data: first })
    .then([{ type: 'LogSealed', data: first }]);
});

it('An empty log is not sealed', () => {
  given(seals, [])
    .when({ type: 'Seal', data: seal('2026-11-21T00:00:01.000Z', 0) })
    .then([]);
});

it('A log is sealed once a day', () => {
  const today = sealed('2026-11-21T00:00:01.000Z', 5);
  given(seals, [today])
    .when({ type: 'Seal', data: seal('2026-11-21T23:59:59.999Z', 90) })
    .then([]);
  const tomorrow = seal('2026-11-22T00:00:00.000Z', 90);
  given(seals, [today])
    .when({ type: 'Seal', data: tomorrow })
    .then([{ type: 'LogSealed', data: tomorrow }]);
});

it('A log is sealed once after days without a running server', () => {
  const before = sealed('2026-11-01T00:00:01.000Z', 5);
  const now = sealed('2026-11-21T08:00:00.000Z', 40);
  given(seals, [before]).when({ type: 'Seal', data: now.data }).then([now]);
  given(seals, [before, now])
    .when({ type: 'Seal', data: seal('2026-11-21T09:00:00.000Z', 60) })
    .then([]);
});

it('A log is not sealed when the last seal is its only new event', () => {
  const before = sealed('2026-11-20T00:00:01.000Z', 5);
  given(seals, [before])
    .when({ type: 'Seal', data: seal('2026-11-21T00:00:01.000Z', 6) })
    .then([]);
  const more = seal('2026-11-21T00:00:01.000Z', 7);
  given(seals, [before])
    .when({ type: 'Seal', data: more })
    .then([{ type: 'LogSealed', data: more }]);
});

it('A log is sealed although its last seal is dated years ahead', () => {
  const wrong = sealed('2030-01-01T00:00:01.000Z', 5);
  const now = sealed('2026-11-21T00:00:01.000Z', 9);
  given(seals, [wrong]).when({ type: 'Seal', data: now.data }).then([now]);
  given(seals, [wrong, now])
    .when({ type: 'Seal', data: seal('2026-11-21T08:00:00.000Z', 20) })
    .then([]);
});

it('A day before the last seal is not sealed', () => {
  const today = sealed('2026-11-21T00:00:01.000Z', 5);
  given(seals, [today])
    .when({ type: 'Seal', data: seal('2026-11-20T23:59:59.000Z', 90) })
    .then([]);
});

it('A seal signs every field except the signature, in a fixed order', () => {
  expect(serializeSeal(seal('2026-11-21T00:00:01.000Z', 3))).toBe(
    `{"at":"2026-11-21T00:00:01.000Z","hash":"${'ab'.repeat(32)}","keyId":"k-1","ordinal":3,"position":30}`,
  );
});

it('A seal with a Merkle root signs its size and root too', () => {
  const rooted = { ...seal('2026-11-21T00:00:01.000Z', 3), root: 'cd'.repeat(32), treeSize: 3 };
  expect(serializeSeal(rooted)).toBe(
    `{"at":"2026-11-21T00:00:01.000Z","hash":"${'ab'.repeat(32)}","keyId":"k-1","ordinal":3,"position":30,` +
      `"root":"${'cd'.repeat(32)}","treeSize":3}`,
  );
});
