import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MatchedListing } from '#domain/matching/matcher.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { type Bus, createLocalBus } from '#server/platform/bus/bus.ts';
import { createMatchCounter } from './count-matches.ts';

const log = pino({ level: 'silent' });
const listing: MatchedListing = {
  latitude: 42.4,
  longitude: -83.1,
  price: 45_000,
  propertyType: 'house',
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('A count of matching members adds those of all shards, in whichever processes they run', async () => {
  const bus = createLocalBus();
  const [web, scout, other] = [1, 2, 3].map(() => createMatchCounter({ bus, log }));
  scout?.answerFor({ shard: 0, of: 2, count: ({ price }) => (price === listing.price ? 3 : 0) });
  other?.answerFor({ shard: 1, of: 2, count: () => 4 });
  // A former holder of the shard that answers too counts once.
  scout?.answerFor({ shard: 1, of: 2, count: () => 4 });
  expect(await web?.count(listing)).toBe(7);
});

it('A count of matching members is unknown where a shard does not answer within 2 s', async () => {
  const counter = createMatchCounter({ bus: createLocalBus(), log });
  counter.answerFor({ shard: 0, of: 2, count: () => 3 });
  const stop = counter.answerFor({ shard: 1, of: 2, count: () => 4 });
  stop();
  const count = counter.count(listing);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await count).toBeNull();
});

it('A count of matching members is unknown where the other processes cannot be asked', async () => {
  const bus: Bus = {
    ...createLocalBus(),
    topic: () => ({ publish: () => Promise.reject(new StoreUnavailable('Away')), listen: () => undefined }),
  };
  expect(await createMatchCounter({ bus, log }).count(listing)).toBeNull();
});
