import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type MatchingFixture,
  startMatchingFixture,
} from '#server/modules/alerts/matching/testing/matching-fixture.ts';
import { createLatencySubscriber } from './latency.ts';
import { readLatency, computeQuantile } from './latency-histogram.ts';

describe('the latency of alerts', () => {
  let scout: MatchingFixture;
  let following: { ready: Promise<void>; stop: () => Promise<void> };
  let observed: number[];
  beforeEach(async () => {
    scout = await startMatchingFixture();
    observed = [];
    const observeLatency = (_seconds: number, members: number) => observed.push(members);
    following = scout.stores.run(createLatencySubscriber({ ...scout.stores, observeLatency }));
    await following.ready;
  });
  afterEach(async () => {
    await following.stop();
    await scout.close();
  });
  const latency = () => readLatency(scout.stores.documents, scout.stores.clock, 3_600_000);

  it('The latency of alerts is counted for each member who was notified immediately', async () => {
    await scout.stores.member({ zipCode: '48204' });
    await scout.stores.member({ zipCode: '48204' });
    await scout.stores.member({ zipCode: '48204', notificationPreference: 'daily' });
    expect(await latency()).toBeNull();
    await scout.find();
    await expect.poll(async () => (await latency())?.alerts).toBe(2);
    const { p50 = 0, p95 = 0 } = (await latency()) ?? {};
    expect(p50).toBeGreaterThan(0);
    expect(p95).toBeGreaterThanOrEqual(p50);
    expect(observed.reduce((sum, members) => sum + members, 0)).toBe(2);
  });

  it('The latency of alerts continues after a restart, and counts nothing twice', async () => {
    await scout.stores.member({ zipCode: '48204' });
    await scout.find({ title: 'First house', details: 'On Elm' });
    await expect.poll(async () => (await latency())?.alerts).toBe(1);
    await following.stop();
    await scout.find({ title: 'Second place', details: 'By the lake', price: 20_000 });
    await scout.waitUntilMatched();
    following = scout.stores.run(createLatencySubscriber(scout.stores));
    await expect.poll(async () => (await latency())?.alerts).toBe(2);
  });
});

describe('a quantile', () => {
  const counts = (...some: number[]) => Array.from({ length: 13 }, (_none, index) => some[index] ?? 0);

  it('A quantile is within its bucket', () => {
    expect(computeQuantile(counts(10), 0.5)).toBeCloseTo(0.025);
    expect(computeQuantile(counts(50, 50), 0.5)).toBeCloseTo(0.05);
    expect(computeQuantile(counts(90, 10), 0.95)).toBeCloseTo(0.075);
  });

  it('A quantile past the last bucket is the end of the last bucket', () => {
    expect(computeQuantile([...counts().slice(0, 12), 5], 0.5)).toBe(1800);
  });
});
