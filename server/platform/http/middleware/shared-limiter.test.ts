import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { listAll } from '#projections/store/list-all.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { createRateLimits } from './rate-limits.ts';

const rate = { points: 5, seconds: 60 };
const names = ['login', 'register', 'forgot', 'visit', 'sell', 'reveal', 'test', 'api', 'facts'] as const;
const rates = Object.fromEntries(names.map((name) => [name, rate])) as Record<(typeof names)[number], typeof rate>;
const from = '203.0.113.7';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

it('Limits that two processes share count the requests of both, and are over after their time', async () => {
  const documents = openSqliteDocuments(join(folder, 'vault.sqlite'));
  const shared = { documents, secret: 'a secret of sixteen' };
  const processes = [1, 2].map(() => createRateLimits(rates, shared));
  const countAccepted = async (total: number) => {
    const requests = Array.from({ length: total / 2 }, () => processes.map(({ register }) => register(from)));
    return (await Promise.allSettled(requests.flat())).filter(({ status }) => status === 'fulfilled').length;
  };
  expect(await countAccepted(20)).toBe(5);
  expect(JSON.stringify(await listAll(documents, 'rate-counts'))).not.toContain(from);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now + 61_000);
  expect(await countAccepted(20)).toBe(5);
  vi.restoreAllMocks();
  await documents.close();
});

it('Failed sign-ins that two processes share are counted together, and a success clears them', async () => {
  const documents = openSqliteDocuments(join(folder, 'vault.sqlite'));
  const [one, other] = [1, 2].map(() => createRateLimits(rates, { documents, secret: 'a secret of sixteen' }));
  const fail = (limits: typeof one) =>
    limits?.login('ann@example.com', from, async (begin) => {
      await begin();
      return false;
    });
  for (let times = 2; times > 0; times -= 1) await Promise.all([fail(one), fail(other)]);
  await one?.login('ann@example.com', from, async (begin) => {
    await begin();
    return true;
  });
  for (let times = 5; times > 0; times -= 1) await fail(other);
  await expect(fail(one)).rejects.toThrow('Too many sign-in attempts.');
  await documents.close();
});
