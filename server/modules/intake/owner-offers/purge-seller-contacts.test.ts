import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import { offerBody } from '#domain/owner-offer/contract.ts';
import { type TestStores, openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { createSellers, type Sellers } from './seller-contacts.ts';
import { purgeSellerContacts } from './purge-seller-contacts.ts';

const offer = offerBody.parse({
  propertyType: 'house',
  zipCode: '48204',
  price: 45_000,
  description: 'Inherited three bedroom house, needs a roof.',
  name: 'Ann Heir',
  email: 'ann@example.com',
  consent: true,
});
const sender = () => ({ actor: 'anonymous', commandId: randomUUID() });
const pictures = { purgeUnclaimed: () => Promise.resolve() };
const noPictures = { removePictures: () => Promise.resolve() };
const item = { title: 'House', link: 'https://example.com/1' };

describe('a seller', () => {
  let house: TestStores;
  let sellers: Sellers;
  beforeEach(async () => {
    house = await openTestStores();
    sellers = createSellers({ ...house, ...noPictures, key: Buffer.alloc(32, 7), days: 90 });
  });
  afterEach(() => house.close());
  const hold = (listingId: string) =>
    house.handle(
      listing,
      listingStream(listingId),
      { type: 'Hold', data: { listingId, source: 'sell', item, reason: 'x' } },
      sender(),
    );
  const reject = (listingId: string) =>
    house.handle(listing, listingStream(listingId), { type: 'Reject', data: { listingId, title: 'House' } }, sender());
  const later = (hours: number) => house.setClock(new Date(Date.now() + hours * 3_600_000).toISOString());
  const known = async (...ids: string[]) =>
    (await Promise.all(ids.map(sellers.contactOf))).map((contact) => contact !== null);

  it('A seller is deleted within the hour where that was not done at once', async () => {
    for (const id of ['waiting', 'rejected', 'lost']) await sellers.keep(id, offer);
    await hold('waiting');
    await hold('rejected');
    await reject('rejected');
    await purgeSellerContacts({ ...house, sellers, pictures });
    expect(await known('waiting', 'rejected', 'lost')).toEqual([true, true, true]);
    later(2);
    await purgeSellerContacts({ ...house, sellers, pictures });
    expect(await known('waiting', 'rejected', 'lost')).toEqual([true, false, false]);
  });

  it('A seller cannot be identified under another key', async () => {
    await sellers.keep('waiting', offer);
    const other = createSellers({ ...house, ...noPictures, key: Buffer.alloc(32, 8), days: 90 });
    expect(await other.contactOf('waiting')).toBeNull();
  });

  it('A seller is stored no longer than the configured number of days', async () => {
    const brief = createSellers({
      ...house,
      ...noPictures,
      clock: () => new Date(Date.now() - 24 * 3_600_000),
      key: Buffer.alloc(32, 7),
      days: 1,
    });
    await brief.keep('waiting', offer);
    expect(await known('waiting')).toEqual([false]);
  });
});
