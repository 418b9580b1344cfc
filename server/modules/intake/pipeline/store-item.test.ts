import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RepostMatch } from '#domain/deduplication/repost-evidence.ts';
import { listingFacts } from '#domain/listing/testing/examples.ts';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import type { ParsedItem } from '#domain/intake/parsed-item.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { type EventStore, WrongExpectedRevision } from '#server/platform/event-store/port.ts';
import { type TestStores, openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { createIntake } from './intake.ts';
import { deriveListingId } from './listing-id.ts';
import { createItemStore } from './store-item.ts';
import { acceptedHouse as house } from './testing/intake-fixture.ts';

const repost = { ...house, externalId: 'house-2', link: 'https://listings.example.com/house-2' };
const sender = (commandId: string) => ({ actor: 'intake:county', commandId });
const original: RepostMatch = { listingId: 'l-0', evidence: { by: 'address', quote: '17 Elm Street' } };

const item: Extract<ParsedItem, { kind: 'listing' }> = {
  kind: 'listing',
  data: { ...listingFacts, reasons: [], price: 45_000 },
};

describe('the storing of an item', () => {
  let stores: TestStores;
  beforeEach(async () => {
    stores = await openTestStores();
  });
  afterEach(() => stores.close());

  /** Stores on whose first append something else happens before. */
  const beforeFirstAppend = (work: () => Promise<unknown>) => {
    let isFirst = true;
    const append: EventStore['append'] = async (...given) => {
      const wasFirst = isFirst;
      isFirst = false;
      if (wasFirst) await work();
      return stores.events.append(...given);
    };
    const readStreams: string[] = [];
    const read = async (stream: string, from?: number, most?: number) => {
      const slice = await stores.events.read(stream, from, most);
      readStreams.push(stream);
      return slice;
    };
    const events = { ...stores.events, append, read: read as EventStore['read'] };
    return { ...stores, events, handle: createCommandHandler(events, stores.clock), readStreams };
  };

  it('The storing of an item takes a repost as a listing of its own if its original is never written', async () => {
    const failing = Promise.withResolvers<never>();
    const begun = Promise.withResolvers<undefined>();
    const slowStores = beforeFirstAppend(() => {
      begun.resolve(undefined);
      return failing.promise;
    });
    const intake = createIntake(slowStores);
    const first = intake.take('county', [house], sender('one'));
    await begun.promise;
    const second = intake.take('county', [repost], sender('two'));
    const ownStream = listingStream(deriveListingId('county', repost));
    await expect.poll(() => slowStores.readStreams).toContain(ownStream);
    failing.reject(new StoreUnavailable('gone'));
    await expect(first).rejects.toThrow(StoreUnavailable);
    expect(await second).toMatchObject({ accepted: 1 });
    expect(await stores.listEvents('ListingReposted')).toEqual([]);
    expect((await stores.listEvents('ListingFound')).map(({ data }) => data.externalId)).toEqual(['house-2']);
    await intake.stop();
  });

  it('The storing of an item has the outcome of another process that stored the same command in between', async () => {
    const { data } = item;
    const find = { type: 'Find' as const, data: { ...data, listingId: 'l-0' } };
    await stores.handle(listing, listingStream('l-0'), find, sender('zero'));
    const ignore = () => undefined;
    const reposts = { add: ignore, settle: ignore, remove: ignore };
    const findAlways = (match: RepostMatch | null) => ({ read: () => Promise.resolve(() => match) });
    const other = createItemStore({ ...stores, handle: createCommandHandler(stores.events, stores.clock), reposts });
    const raced = beforeFirstAppend(async () => {
      await other.store(item, sender('one'), findAlways(original));
      throw new WrongExpectedRevision(listingStream(data.listingId), -1, 0);
    });
    const store = createItemStore({ ...raced, reposts });
    const repostOutcome = { kind: 'duplicate', as: 'repost', original };
    expect(await store.store(item, sender('one'), findAlways(null))).toEqual(repostOutcome);
    expect(await store.store(item, sender('one'), findAlways(null))).toEqual(repostOutcome);
    expect(await stores.listEvents('ListingFound')).toHaveLength(1);
    expect(await stores.listEvents('ListingReposted')).toHaveLength(1);
  });
});
