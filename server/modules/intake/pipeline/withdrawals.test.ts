import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { listReviewItems } from '#projections/review.ts';
import { acceptedHouse as house, setUpIntake } from './testing/intake-fixture.ts';

const gone = { ...house, withdrawn: true };
const nothing = { accepted: 0, duplicates: 0, review: [], rejected: [] };

describe('an offer that has ended', () => {
  const { stores, intake, restart } = setUpIntake();

  const take = (item: unknown, commandId: string = randomUUID(), holdReason?: string) =>
    intake.take('county', [item], { actor: 'intake:county', commandId }, holdReason);
  const reasons = async () => (await stores.listEvents('ListingWithdrawn')).map(({ data }) => data.reason);

  it('An offer that has ended is withdrawn once, and a repeated delivery gets the same answer', async () => {
    await take(house);
    expect(await take(gone, 'one')).toEqual({ ...nothing, accepted: 1 });
    expect(await take(gone, 'one')).toEqual({ ...nothing, accepted: 1 });
    expect(await take(gone)).toEqual({ ...nothing, duplicates: 1 });
    expect(await reasons()).toEqual(['the source no longer offers it']);
  });

  it('An offer that has ended is withdrawn when its title now says that it is sold', async () => {
    await take(house);
    expect(await take({ ...house, title: `SOLD - ${house.title}` })).toEqual({ ...nothing, accepted: 1 });
    expect(await reasons()).toEqual(['sold']);
  });

  it('An offer that has ended is rejected if the listing is unknown', async () => {
    const reason = 'It was withdrawn before the scout knew it';
    expect(await take(gone)).toEqual({ ...nothing, rejected: [{ index: 0, reason }] });
    const sold = { index: 0, reason: 'It is sold already' };
    expect(await take({ ...house, title: `SOLD - ${house.title}` })).toEqual({ ...nothing, rejected: [sold] });
    expect(await reasons()).toEqual([]);
  });

  it('An offer that has ended is removed from the review', async () => {
    const waiting = async () => (await listReviewItems(stores.views, { limit: 5 })).docs.length;
    await take({ ...house, price: undefined });
    await expect.poll(waiting).toBe(1);
    expect(await take({ ...gone, price: undefined })).toEqual({ ...nothing, accepted: 1 });
    await expect.poll(waiting).toBe(0);
  });

  it('An offer that has ended is listed again when it is offered again', async () => {
    await take(house);
    await take(gone);
    expect(await take(house)).toEqual({ ...nothing, accepted: 1 });
    expect(await take({ ...house, withdrawn: false })).toEqual({ ...nothing, duplicates: 1 });
  });

  describe('and is posted again under another link', () => {
    const again = { ...house, externalId: 'house-2', link: 'https://listings.example.com/house-2' };
    const events = async (type: 'ListingFound' | 'ListingReposted' | 'ListingRepriced' | 'ListingWithdrawn') =>
      (await stores.listEvents(type)).map(({ data }) => data);
    beforeEach(async () => {
      await take(house);
      await take(gone);
    });

    it('An offer that has ended and is posted again under another link is listed again as the same listing, under the new link', async () => {
      expect(await take(again, 'one')).toEqual({ ...nothing, accepted: 1 });
      expect(await take(again, 'one')).toEqual({ ...nothing, accepted: 1 });
      expect(await take(again)).toEqual({ ...nothing, duplicates: 1 });
      const [first, second, ...more] = await events('ListingFound');
      expect(more).toEqual([]);
      expect(second).toMatchObject({ listingId: first?.listingId, link: again.link, price: 45_000 });
      expect(await events('ListingReposted')).toMatchObject([{ originalId: first?.listingId }]);
    });

    it('An offer that has ended and is posted again under another link reports a lower price as one', async () => {
      expect(await take({ ...again, price: 40_000 })).toEqual({ ...nothing, accepted: 1 });
      expect(await events('ListingRepriced')).toMatchObject([{ price: 40_000, lowestBefore: 45_000 }]);
    });

    it('An offer that has ended and is posted again under another link stays withdrawn however often the old link is read again, and is withdrawn with the new one', async () => {
      await take(again);
      expect(await take({ ...again, withdrawn: true })).toEqual({ ...nothing, accepted: 1 });
      expect(await events('ListingWithdrawn')).toHaveLength(2);
      expect(await take(again)).toEqual({ ...nothing, duplicates: 1 });
      expect(await take(again)).toEqual({ ...nothing, duplicates: 1 });
      expect(await events('ListingFound')).toHaveLength(2);
    });

    it('An offer that has ended and is posted again under another link is recognized after a restart, for half a year', async () => {
      await restart();
      expect(await take(again)).toEqual({ ...nothing, accepted: 1 });
      expect(await events('ListingReposted')).toHaveLength(1);
      await take({ ...again, withdrawn: true });
      await stores.waitForViews();
      const later = Date.now() + 181 * 24 * 60 * 60 * 1000;
      await restart({ clock: () => new Date(later) });
      await take({ ...again, externalId: 'house-3', link: 'https://listings.example.com/house-3' });
      expect(await events('ListingReposted')).toHaveLength(1);
    });
  });

  it('An offer that has ended stays listed if the source needs review', async () => {
    await take(house);
    await take(gone, randomUUID(), 'Nobody knows the sender');
    expect(await reasons()).toEqual([]);
  });
});
