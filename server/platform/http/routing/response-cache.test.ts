import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createResponseCache } from './response-cache.ts';

type Stamp = Parameters<typeof createResponseCache>[0];

/** A cache whose answers are read as text. */
function createTextCache(stamp: Stamp) {
  const answer = createResponseCache(stamp);
  return async (...request: Parameters<typeof answer>) => (await answer(...request)).text;
}

const response = () => {
  const made = new ServerResponse(new IncomingMessage(new Socket()));
  // An express response is one of node's with more to it, none of which is used here.
  return made as unknown as Parameters<ReturnType<typeof createResponseCache>>[1];
};

describe('cached answers', () => {
  it('Cached answers are created once while the views are unchanged, with their headers', async () => {
    const answer = createTextCache(() => 1);
    const first = response();
    const make = (n: number, to: ReturnType<typeof response>) => () => {
      to.setHeader('X-Total-Count', n);
      return Promise.resolve(String(n));
    };
    expect(await answer('users', first, make(1, first))).toBe('1');
    const second = response();
    expect(await answer('users', second, make(2, second))).toBe('1');
    expect(second.getHeader('X-Total-Count')).toBe('1');
    const other = response();
    expect(await answer('log', other, make(3, other))).toBe('3');
  });

  it('Cached answers are created again when the views have changed, whichever process changed them', async () => {
    let stamp = 'users,1';
    const answer = createTextCache(() => Promise.resolve(stamp));
    expect(await answer('users', response(), () => Promise.resolve('1'))).toBe('1');
    stamp = 'users,2';
    expect(await answer('users', response(), () => Promise.resolve('2'))).toBe('2');
  });

  it('Cached answers are not cached when the views changed while they were created', async () => {
    let stamp = 1;
    const answer = createTextCache(() => stamp);
    const slow = Promise.withResolvers<string>();
    const old = answer('users', response(), () => slow.promise);
    stamp = 2;
    expect(await answer('log', response(), () => Promise.resolve('7'))).toBe('7');
    slow.resolve('1');
    expect(await old).toBe('1');
    expect(await answer('users', response(), () => Promise.resolve('2'))).toBe('2');
  });

  it('Cached answers are created once for all who ask while one is being created, with its headers, however long it is', async () => {
    const answer = createTextCache(() => 1);
    const whole = 'x'.repeat(300_000);
    const slow = Promise.withResolvers<string>();
    let made = 0;
    const asked = Array.from({ length: 5 }, async () => {
      const to = response();
      const text = await answer('users', to, () => {
        made += 1;
        to.setHeader('X-Total-Count', 7);
        return slow.promise;
      });
      return { text, total: to.getHeader('X-Total-Count') };
    });
    slow.resolve(whole);
    for (const { text, total } of await Promise.all(asked)) {
      expect(text === whole).toBe(true);
      expect(String(total)).toBe('7');
    }
    expect(made).toBe(1);
    // Nothing of that length stays in memory.
    expect(await answer('users', response(), () => Promise.resolve('again'))).toBe('again');
  });

  it('Cached answers that could not be created are created again for the next who asks', async () => {
    const answer = createTextCache(() => 1);
    const failing = () => answer('users', response(), () => Promise.reject(new Error('away')));
    expect(await Promise.allSettled([failing(), failing()])).toMatchObject([
      { reason: { message: 'away' } },
      { reason: { message: 'away' } },
    ]);
    expect(await answer('users', response(), () => Promise.resolve('1'))).toBe('1');
  });
});
