import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing as listings } from '#domain/listing/decider.ts';
import { findListing, type FoundListingDoc } from '#projections/listings.ts';
import { sampleFacts } from '../matching/testing/sample-listing.ts';
import { openTestStores, type TestStores } from '../matching/testing/test-stores.ts';
import { createShares, type Shares } from './shares.ts';

const listingId = randomUUID();
const userId = randomUUID();
let stores: TestStores;
let shares: Shares;
beforeEach(async () => {
  stores = await openTestStores();
  // The store lets documents expire by the real time, which is earlier.
  stores.setClock('2126-07-01T12:00:00Z');
  shares = createShares({ ...stores, key: Buffer.alloc(32, 7) });
  await change({ type: 'Find', data: { listingId, ...sampleFacts, price: 40_000 } });
});
afterEach(() => stores.close());

async function change(command: Parameters<typeof listings.decide>[0]): Promise<void> {
  await stores.handle(listings, listingStream(listingId), command, { actor: 'x', commandId: randomUUID() });
  await stores.waitForViews();
}

async function read(): Promise<FoundListingDoc> {
  const listing = await findListing(stores.views, listingId);
  if (listing === null) throw new Error('The listing is missing');
  return listing;
}

async function share(commandId: string = randomUUID()): Promise<{ id: string; token: string }> {
  await shares.create({ userId, listing: await read() }, commandId);
  const created = await shares.findCreated(commandId);
  if (created === null) throw new Error('The link is missing');
  return created;
}

it('A link shows its listing for 14 days', async () => {
  const { token } = await share();
  stores.setClock('2126-07-15T11:59:59Z');
  expect((await shares.findListing(token))?.id).toBe(listingId);
  stores.setClock('2126-07-15T12:00:00Z');
  expect(await shares.findListing(token)).toBeNull();
  expect(await shares.list(userId, listingId)).toEqual([]);
});

it('A link has a token of 128 bits of its own, which is stored as a hash', async () => {
  const [one, other] = [await share(), await share()];
  expect(Buffer.from(one.token, 'base64url')).toHaveLength(16);
  expect(one.token).not.toBe(other.token);
  const stored = JSON.stringify(await stores.documents.list('shares', { limit: 9 }));
  expect(stored).toContain(one.id);
  expect(stored).not.toContain(one.token);
});

it('A link of a withdrawn listing has ended, also when the listing is found again', async () => {
  const { token } = await share();
  await change({ type: 'Withdraw', data: { listingId, reason: 'Sold' } });
  expect(await shares.findListing(token)).toBeNull();
  await expect(share()).rejects.toThrow('This listing is no longer available, so it cannot be shared.');
  stores.setClock('2126-07-03T12:00:00Z');
  await change({ type: 'Find', data: { listingId, ...sampleFacts, price: 1_000 } });
  expect((await read()).status).toBe('found');
  expect(await shares.findListing(token)).toBeNull();
  expect(await shares.list(userId, listingId)).toEqual([]);
});

it('A member has at most 20 links at a time, also when all are created at once', async () => {
  const listing = await read();
  const results = await Promise.allSettled(
    Array.from({ length: 25 }, () => shares.create({ userId, listing }, randomUUID())),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(share()).rejects.toThrow('You can share at most 20 links at a time. Stop sharing one first.');
  const [first] = await shares.list(userId, listingId);
  await shares.remove(userId, first?.id ?? '');
  await share();
  expect(await shares.list(userId, listingId)).toHaveLength(20);
});

it('A link is stopped by its member alone', async () => {
  const { id, token } = await share();
  await expect(shares.remove(randomUUID(), id)).rejects.toThrow('No such link');
  expect(await shares.findListing(token)).not.toBeNull();
  await shares.remove(userId, id);
  expect(await shares.findListing(token)).toBeNull();
});
