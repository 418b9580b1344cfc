import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { Position } from '#domain/shared/decider.ts';
import { createTemporaryPasswords } from './temporary-passwords.ts';

const noon = '2026-03-01T12:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(noon) + minutes * 60_000);

/** The events of one user, and their temporary passwords `minutes` after noon. */
function given(
  past: { type: string; actor?: string }[],
  minutes: number,
  key = randomBytes(32),
  onRead: (from: number) => void = () => undefined,
) {
  const stored = past.map(
    ({ type, actor = 'anonymous' }, index): StoredEvent => ({
      id: randomUUID(),
      type,
      data: { userId: 'ann' },
      stream: 'user-ann',
      revision: index,
      position: (index + 1) as Position,
      metadata: { actor, commandId: `c-${index}`, correlationId: `c-${index}`, at: noon },
    }),
  );
  const events = {
    read: (stream: string, from = 0) => {
      onRead(from);
      const all = stream === 'user-ann' ? stored : [];
      return Promise.resolve({ events: all.slice(from), revision: all.length - 1 });
    },
  };
  return createTemporaryPasswords({ events, clock: () => after(minutes), key });
}

const issued = { type: 'TemporaryPasswordIssued' };
const used = { type: 'TemporaryPasswordUsed' };

describe('a temporary password', () => {
  it('A temporary password can be used for an hour', async () => {
    expect(await given([issued], 59).findActive('ann')).not.toBeNull();
    expect(await given([issued], 60).findActive('ann')).toBeNull();
  });

  it('A temporary password can be used for a week by a user whose account an admin created', async () => {
    const invited = { ...issued, actor: randomUUID() };
    expect(await given([invited], 7 * 24 * 60 - 1).findActive('ann')).not.toBeNull();
    expect(await given([invited], 7 * 24 * 60).findActive('ann')).toBeNull();
  });

  it('A temporary password is valid after its use until the password is changed', async () => {
    expect(await given([issued, used], 600).findActive('ann')).not.toBeNull();
    expect(await given([issued, used, { type: 'PasswordChanged' }], 1).findActive('ann')).toBeNull();
  });

  it('A temporary password is not the one that was issued before', async () => {
    const passwords = given([issued, used, issued], 61);
    expect(await passwords.findActive('ann')).toBeNull();
  });

  it('A temporary password is found without reading a long stream again', async () => {
    const past = [...Array.from({ length: 50 }, () => ({ type: 'FiltersUpdated' })), issued];
    const asked: number[] = [];
    const passwords = given(past, 1, randomBytes(32), (from) => asked.push(from));
    for (let times = 3; times > 0; times -= 1) expect(await passwords.findActive('ann')).not.toBeNull();
    expect(asked).toEqual([0, 51, 51]);
  });

  it('A temporary password is derived from its event and the key alone', async () => {
    const key = randomBytes(32);
    const standing = await given([issued], 1, key).findActive('ann');
    if (!standing) throw new Error('There is no active password');
    const one = given([issued], 1, key).derive(standing);
    expect(given([], 1, key).derive(standing)).toBe(one);
    expect(given([], 1).derive(standing)).not.toBe(one);
    expect(given([], 1, key).derive({ ...standing, data: { userId: 'bob' } })).not.toBe(one);
    expect(given([], 1, key).derive({ ...standing, id: randomUUID() })).not.toBe(one);
  });

  it('A temporary password matches itself, and nothing matches where there is none', async () => {
    const passwords = given([issued], 1);
    const standing = await passwords.findActive('ann');
    const right = standing ? passwords.derive(standing) : '';
    expect(await passwords.verify('ann', right)).toBe(true);
    expect(await passwords.verify('ann', `${right}x`)).toBe(false);
    expect(await passwords.verify('ann', '')).toBe(false);
    expect(await passwords.verify('bob', right)).toBe(false);
    expect(await passwords.verify(null, right)).toBe(false);
  });
});
