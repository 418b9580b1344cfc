import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ScoutView } from '#domain/source/contract.ts';
import { createListing, startSourceApp } from '#server/modules/sources/testing/source-app.ts';

let fixture: Awaited<ReturnType<typeof startSourceApp>>;
beforeAll(async () => {
  fixture = await startSourceApp();
});
afterAll(() => fixture.end());

const metrics = async () => (await fetch(`${fixture.product.url}/metrics`)).text();
const valueOf = async (name: string) => {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
};

it('The metrics show the state of sources, queues and alerts', async () => {
  const member = fixture.product.newClient();
  const { id } = await member.register('ann@example.com');
  await member.patch('/api/profile', { zipCode: '48204', maxPrice: 90_000 });
  await fixture.root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
  await fixture.deliver('agent', [createListing(1), createListing(2, { price: 'ask' })]);
  await expect.poll(() => valueOf('source_last_pass_age_seconds{source="agent"}')).toBeGreaterThanOrEqual(0);
  await expect.poll(() => valueOf('source_last_pass_age_seconds{source="county"}')).toBeLessThan(60);
  await expect.poll(() => valueOf('scout_queue_length{queue="review"}')).toBe(1);
  expect(await valueOf('dead_letters')).toBe(0);
  expect(await valueOf('second_opinion_breaker_open')).toBe(0);
  await expect.poll(() => valueOf('alert_latency_seconds_count')).toBeGreaterThan(0);
  await fixture.tell('agent', 'pause');
  expect(await valueOf('source_paused{source="agent"}')).toBe(1);
  await fixture.breakFeed();
  await fixture.tell('county', 'run');
  await expect.poll(() => valueOf('source_failures{source="county"}')).toBe(1);
});

it('Admins see the same figures as the metrics', async () => {
  const status = async () => JSON.parse((await fixture.root.get('/api/admin/scout')).text) as ScoutView; // see below
  // The mail of the alert waits for others.
  await expect.poll(status).toMatchObject({
    latency: { alerts: expect.any(Number) as number },
    queues: { mails: 0, pushes: 0, telegram: 0, webhooks: 0, digests: 0, review: 1 },
    deadLetters: 0,
    opinion: { state: 'off', callsToday: 0, dailyCalls: null },
    alarms: [],
  });
});

it('All metrics of a scrape count each queue once', async () => {
  const count = vi.spyOn(fixture.product.context.documents, 'count');
  await metrics();
  const counted = count.mock.calls.map(([space, where]) => JSON.stringify([space, where]));
  expect(counted.length).toBeGreaterThan(4);
  expect(counted).toEqual([...new Set(counted)]);
});
