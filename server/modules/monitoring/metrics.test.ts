import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScoutView } from '#domain/source/contract.ts';
import { offer, productWithSources } from '#server/modules/sources/testing/product.ts';

let house: Awaited<ReturnType<typeof productWithSources>>;
beforeAll(async () => {
  house = await productWithSources();
});
afterAll(() => house.end());

const metrics = async () => (await fetch(`${house.product.url}/metrics`)).text();
const valueOf = async (name: string) => {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
};
const soon = { timeout: 10_000, interval: 100 };

it('the metrics tell how sources, queues and alerts do', async () => {
  const member = house.product.somebody();
  const { id } = await member.register('ann@example.com');
  await member.patch('/api/profile', { zipCode: '48204', maxPrice: 90_000 });
  await house.root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
  await house.deliver('agent', [offer(1), offer(2, { price: 'ask' })]);
  await expect.poll(() => valueOf('source_last_pass_age_seconds{source="agent"}'), soon).toBeGreaterThanOrEqual(0);
  await expect.poll(() => valueOf('source_last_pass_age_seconds{source="county"}'), soon).toBeLessThan(60);
  expect(await valueOf('scout_queue_length{queue="review"}')).toBe(1);
  expect(await valueOf('dead_letters')).toBe(0);
  expect(await valueOf('second_opinion_breaker_open')).toBe(0);
  await expect.poll(() => valueOf('alert_latency_seconds_count'), soon).toBeGreaterThan(0);
  await house.tell('agent', 'pause');
  expect(await valueOf('source_paused{source="agent"}')).toBe(1);
  await house.breakFeed();
  await house.tell('county', 'run');
  expect(await valueOf('source_failures{source="county"}')).toBe(1);
});

it('admins see the same', async () => {
  const status = async () => JSON.parse((await house.root.get('/api/admin/scout')).text) as ScoutView; // looked at below
  await expect.poll(async () => (await status()).latency?.alerts, soon).toBeGreaterThan(0);
  expect(await status()).toMatchObject({
    queues: { mails: 0, pushes: 0, digests: 0, review: 1 },
    deadLetters: 0,
    opinion: { state: 'off', callsToday: 0, dailyCalls: null },
    alarms: [],
  });
});
