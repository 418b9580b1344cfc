import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listReviewItems } from '#projections/review.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import { createIntake, type ReportItems } from './intake.ts';
import { acceptedHouse as house, setUpIntake } from './testing/intake-fixture.ts';

const other = {
  externalId: 'house-2',
  title: 'Brick bungalow with a garage, estate sale',
  price: 30_000,
  details: 'Two bedrooms, full basement, sold by the family.',
  link: 'https://listings.example.com/house-2',
  zipCode: '60619',
};
const sender = (commandId: string = randomUUID()) => ({ actor: 'intake:county', commandId });
const nothing = { accepted: 0, duplicates: 0, review: [], rejected: [] };

describe('the intake', () => {
  const { stores, intake, restart } = setUpIntake();

  const take = (...items: unknown[]) => intake.take('county', items, sender());

  it('The intake accepts a new listing, with its source', async () => {
    expect(await take(house, other)).toEqual({ ...nothing, accepted: 2 });
    const [first, second] = await stores.listEvents('ListingFound');
    expect(first?.data).toMatchObject({ externalId: 'house-1', price: 45_000, place: { zipCode: '48204' } });
    expect(first?.stream).toBe(`listing-${String(first?.data.listingId)}`);
    expect(first?.metadata.actor).toBe('intake:county');
    expect(second?.data.externalId).toBe('house-2');
  });

  it('The intake answers the same listing again as a duplicate, within a batch and later', async () => {
    expect(await take(house, other, house)).toEqual({ ...nothing, accepted: 2, duplicates: 1 });
    expect(await take(house)).toEqual({ ...nothing, duplicates: 1 });
    await restart();
    expect(await take(house, { ...house, details: 'Other words.' })).toEqual({ ...nothing, duplicates: 2 });
    expect(await stores.listEvents('ListingFound')).toHaveLength(2);
  });

  it('The intake accepts another price, and gives the lowest earlier price', async () => {
    await take(house);
    expect(await take({ ...house, price: 40_000 }, { ...house, price: 50_000 })).toEqual({ ...nothing, accepted: 2 });
    expect(await take({ ...house, price: 40_000 })).toEqual({ ...nothing, accepted: 1 });
    const repriced = (await stores.listEvents('ListingRepriced')).map(({ data }) => [data.price, data.lowestBefore]);
    expect(repriced).toEqual([
      [40_000, 45_000],
      [50_000, 40_000],
      [40_000, 40_000],
    ]);
  });

  it('The intake accepts a listing once that two deliveries contain at the same moment', async () => {
    const results = await Promise.all([take(house), take(house), take(other, house)]);
    const total = (figure: 'accepted' | 'duplicates') => results.reduce((sum, result) => sum + result[figure], 0);
    expect([total('accepted'), total('duplicates')]).toEqual([2, 2]);
    expect(await stores.listEvents('ListingFound')).toHaveLength(2);
  });

  it('The intake identifies by index what it rejects and what waits for review', async () => {
    const rental = { ...house, externalId: 'r', title: '2 bedroom apartment for rent', price: '$900 per month' };
    const result = await take({ ...house, link: 'nowhere' }, house, rental, { ...other, price: 'call me' });
    expect(result).toEqual({
      accepted: 1,
      duplicates: 0,
      review: [{ index: 3, reason: 'No valid price found' }],
      rejected: [
        { index: 0, reason: expect.stringContaining('link') as string },
        { index: 2, reason: expect.any(String) as string },
      ],
    });
  });

  it('The intake takes an empty batch', async () => {
    expect(await take()).toEqual(nothing);
  });

  it('The intake locates each listing once, and reports where it lies whatever its outcome is', async () => {
    const located: string[] = [];
    const gazetteer: Gazetteer = {
      ...stores.gazetteer,
      locate: (fields) => {
        located.push(fields.zipCode ?? '');
        return stores.gazetteer.locate(fields);
      },
    };
    const reported: (string | null)[] = [];
    const report: ReportItems = (_source, items) => {
      reported.push(...items.map(({ place }) => place && `${place.basis} ${place.zipCode ?? ''}`));
      return Promise.resolve();
    };
    const counting = createIntake({ ...stores, gazetteer, report });
    const inTown = { ...other, latitude: 41.75, longitude: -87.6 };
    const rental = { ...house, externalId: 'r', title: '2 bedroom apartment for rent', price: '$900 per month' };
    await counting.take('county', [house, inTown, rental, { ...other, price: 'ask' }, 'nothing'], sender());
    await counting.stop();
    expect(located).toEqual(['48204', '60619', '48204', '60619']);
    expect(reported).toEqual(['zip 48204', 'coordinates 60619', 'zip 48204', 'zip 60619', null]);
  });

  describe('with an item that waits for review', () => {
    const unpriced = { ...house, price: undefined };

    it('The intake, given an item that waits for review, stores the item unchanged, once', async () => {
      expect(await take(unpriced, unpriced)).toMatchObject({ duplicates: 1, review: [{ index: 0 }] });
      expect(await take(unpriced)).toEqual({ ...nothing, duplicates: 1 });
      const [held] = await stores.listEvents('ListingHeld');
      expect(held?.data).toMatchObject({ source: 'county', item: { title: house.title, zipCode: '48204' } });
      await expect.poll(async () => (await listReviewItems(stores.views, { limit: 5 })).docs.length).toBe(1);
    });

    it('The intake, given an item that waits for review, accepts it when it is sent again complete', async () => {
      await take(unpriced);
      expect(await take(house)).toEqual({ ...nothing, accepted: 1 });
      await expect.poll(async () => (await listReviewItems(stores.views, { limit: 5 })).docs.length).toBe(0);
    });

    it('The intake, given an item that waits for review, keeps a found listing when it is sent again incomplete', async () => {
      await take(house);
      expect(await take(unpriced)).toEqual({ ...nothing, duplicates: 1 });
    });
  });

  describe('with a repost under a new link', () => {
    const repost = { ...house, externalId: 'house-1b', link: 'https://listings.example.com/house-1b' };

    it('The intake, given a repost under a new link, recognizes it within a batch, across sources and after a restart', async () => {
      expect(await take(house, repost)).toEqual({ ...nothing, accepted: 1, duplicates: 1 });
      await restart();
      expect(await intake.take('elsewhere', [repost], sender())).toEqual({ ...nothing, duplicates: 1 });
      const [found] = await stores.listEvents('ListingFound');
      const reposts = await stores.listEvents('ListingReposted');
      expect(reposts.map(({ data }) => data.originalId)).toEqual([found?.data.listingId, found?.data.listingId]);
      expect(reposts.map(({ data }) => data.source)).toEqual(['county', 'elsewhere']);
    });

    it('The intake, given a repost under a new link, recognizes it by its picture with another text, even after a restart', async () => {
      const imageUrl = 'https://images.example.com/p/00k0k_4f9a2c_600x450.jpg';
      const title = 'Cheap house, bring your own tools';
      const reworded = { ...repost, title, imageUrl, details: 'Sold by the family, needs everything.' };
      await take({ ...house, title: 'House near the park', details: 'Two bedrooms, sold by the family.', imageUrl });
      await restart();
      expect(await take({ ...reworded, imageUrl: imageUrl.replace('images', 'cdn') })).toEqual({
        ...nothing,
        duplicates: 1,
      });
      expect(await take({ ...reworded, externalId: 'house-1c', imageUrl: '' })).toEqual({ ...nothing, accepted: 1 });
    });

    it('The intake, given a repost under a new link, counts it once when both arrive at the same moment', async () => {
      const results = await Promise.all([take(house), take(repost)]);
      expect(results.map(({ accepted }) => accepted).toSorted()).toEqual([0, 1]);
      expect(await stores.listEvents('ListingFound')).toHaveLength(1);
      expect(await stores.listEvents('ListingReposted')).toHaveLength(1);
    });

    it('The intake, given a repost under a new link, accepts a cheaper one as the lower price of its original', async () => {
      await take(house);
      expect(await take({ ...repost, price: 41_000 })).toEqual({ ...nothing, accepted: 1 });
      expect(await take({ ...repost, price: 41_000 })).toEqual({ ...nothing, duplicates: 1 });
      const [repriced] = await stores.listEvents('ListingRepriced');
      expect(repriced?.data).toMatchObject({ price: 41_000, previousPrice: 45_000, lowestBefore: 45_000 });
      expect(await take({ ...repost, price: 39_000 })).toEqual({ ...nothing, accepted: 1 });
      expect(await stores.listEvents('ListingFound')).toHaveLength(1);
    });

    it('The intake, given a repost under a new link, leaves the original unchanged if the repost is dearer', async () => {
      await take(house);
      expect(await take({ ...repost, price: 47_000 })).toEqual({ ...nothing, duplicates: 1 });
      expect(await stores.listEvents('ListingRepriced')).toEqual([]);
    });

    it('The intake, given a repost under a new link, takes it as new if its place or price differs too much', async () => {
      await take(house);
      expect(await take({ ...repost, zipCode: '60619' })).toEqual({ ...nothing, accepted: 1 });
      expect(await take({ ...repost, externalId: 'house-1c', price: 100_000 })).toEqual({ ...nothing, accepted: 1 });
    });
  });

  describe('when the store fails in between', () => {
    /** An intake whose log fails after this many appends. */
    const failingAfter = (appends: number) => {
      let left = appends;
      const events = {
        ...stores.events,
        append: (...given: Parameters<typeof stores.events.append>) => {
          left -= 1;
          return left < 0 ? Promise.reject(new StoreUnavailable('gone')) : stores.events.append(...given);
        },
      };
      return createIntake({ ...stores, events, handle: createCommandHandler(events, stores.clock) });
    };
    const cheaper = { ...house, externalId: 'again', link: 'https://listings.example.com/again', price: 40_000 };
    const batch = [house, cheaper, { ...other, price: 'ask' }, other];

    it.each([0, 1, 2, 3, 4])(
      'The intake answers the same command as if nothing had happened when the store fails after %i appends',
      async (appends) => {
        const failing = failingAfter(appends);
        await expect(failing.take('county', batch, sender('one'))).rejects.toThrow(StoreUnavailable);
        await failing.stop();
        await restart();
        const result = await intake.take('county', batch, sender('one'));
        expect(result).toMatchObject({ accepted: 3, duplicates: 0, review: [{ index: 2 }], rejected: [] });
        expect(await stores.listEvents('ListingFound')).toHaveLength(2);
        expect(await stores.listEvents('ListingHeld')).toHaveLength(1);
        expect(await stores.listEvents('ListingReposted')).toHaveLength(1);
        expect(await stores.listEvents('ListingRepriced')).toHaveLength(1);
      },
    );
  });
});
