import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

it('A limit of large requests refuses one too many for a moment, and accepts others once one has ended or failed', async () => {
  const limit = createConcurrencyLimit(2);
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const running = [limit(() => one.promise), limit(() => other.promise)];
  await expect(limit(() => Promise.resolve('third'))).rejects.toMatchObject({
    status: 503,
    headers: { 'Retry-After': '5' },
  });
  one.reject(new Error('gone'));
  await expect(running[0]).rejects.toThrow('gone');
  expect(await limit(() => Promise.resolve('third'))).toBe('third');
  other.resolve('done');
  expect(await running[1]).toBe('done');
});
