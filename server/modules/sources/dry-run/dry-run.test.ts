import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { IntakeResult } from '#domain/listing/contract.ts';
import { dryRunSample } from './dry-run.ts';
import { createListing } from '../testing/source-app.ts';
import { setUpIntake } from '#server/modules/intake/pipeline/testing/intake-fixture.ts';

const config = { feeds: null, intakeEmailFrom: [], intakeEmailPlaces: [] };
const sameAddress = 'The same address: 840 linden street';
const house = createListing(20);
const again = { ...house, externalId: 'again', link: 'https://listings.example.com/again' };
const pictured = {
  externalId: 'pictured',
  title: 'House near the park, estate sale',
  price: 45_000,
  details: 'Two bedrooms, sold by the family.',
  link: 'https://listings.example.com/pictured',
  imageUrl: 'https://images.example.com/p/00k0k_4f9a2c_600x450.jpg',
  zipCode: '49503',
};
const picturedAgain = {
  ...pictured,
  externalId: 'pictured-2',
  title: 'Cheap house, bring your own tools',
  details: 'Sold by the family, needs everything.',
  link: 'https://listings.example.com/pictured-2',
};
const samePicture = 'The same picture and place: Cheap house, bring your own tools';

/** What a source sends one after the other, and what the dry run says of each. */
const deliveries: [item: object, outcome: string, reason: string | null][] = [
  [{ ...house, withdrawn: true }, 'rejected', 'It was withdrawn before the scout knew it'],
  [{ ...house, price: 'ask' }, 'review', 'No valid price found'],
  [{ ...house, price: 'ask' }, 'duplicate', 'Already received'],
  [{ ...house, price: 'ask', withdrawn: true }, 'accepted', 'Known, withdrawn by this item'],
  [{ ...house, price: 'ask', withdrawn: true }, 'duplicate', 'Already received'],
  [house, 'accepted', null],
  [house, 'duplicate', 'Already received at the same price'],
  [{ ...house, price: 'ask' }, 'duplicate', 'Already received'],
  [{ ...house, price: 44_000 }, 'accepted', 'Known, at another price'],
  [{ ...house, title: 'Apartment for rent, $900 a month' }, 'rejected', 'It is for rent, not for sale'],
  [again, 'duplicate', `Reposted. ${sameAddress}`],
  [again, 'duplicate', `Reposted. ${sameAddress}`],
  [{ ...again, price: 40_000 }, 'accepted', `Reposted at a lower price. ${sameAddress}`],
  [{ ...again, price: 42_000 }, 'duplicate', `Reposted. ${sameAddress}`],
  [{ ...again, withdrawn: true }, 'duplicate', 'Already received'],
  [{ ...house, withdrawn: true }, 'accepted', 'Known, withdrawn by this item'],
  [{ ...house, withdrawn: true }, 'duplicate', 'Already received'],
  [{ ...again, price: 43_000 }, 'accepted', `Reposted, and offered again. ${sameAddress}`],
  [{ ...again, withdrawn: true }, 'accepted', 'Known, withdrawn by this item'],
  [house, 'accepted', null],
  [pictured, 'accepted', null],
  [{ ...picturedAgain, price: 44_000 }, 'duplicate', `Reposted. ${samePicture}`],
  [{ ...picturedAgain, price: 43_000 }, 'accepted', `Reposted at a lower price. ${samePicture}`],
];

describe('a dry run', () => {
  const { stores, intake } = setUpIntake();

  const dryRun = async (item: object) => {
    const savedFeeds = { list: () => Promise.resolve([]) };
    const weights = { table: undefined };
    const deps = { ...stores, config, intake, savedFeeds, weights, url: 'https://site.example.com' };
    const { items } = await dryRunSample({ id: 'county', kind: 'webhook', sample: JSON.stringify(item) }, deps);
    return items[0];
  };
  const take = (item: object) => intake.take('county', [item], { actor: 'intake:county', commandId: randomUUID() });

  it('A dry run gives the outcome that each item has when it is stored, and changes nothing', async () => {
    for (const [item, outcome, reason] of deliveries) {
      const before = await stores.events.head();
      expect(await dryRun(item)).toMatchObject({ outcome, reason });
      expect(await stores.events.head()).toBe(before);
      expect(toOutcome(await take(item))).toMatchObject(
        outcome === 'review' || outcome === 'rejected' ? { outcome, reason } : { outcome },
      );
    }
  });

  it('A dry run names the listing that an item reposts', async () => {
    await take(house);
    await stores.waitForViews();
    const [found] = await stores.listEvents('ListingFound');
    const original = { id: found?.data.listingId, title: house.title };
    expect((await dryRun(again))?.duplicateOf).toEqual(original);
    await take(again);
    expect((await dryRun({ ...again, price: 40_000 }))?.duplicateOf).toEqual(original);
    expect((await dryRun(house))?.duplicateOf).toBeNull();
  });
});

/** The outcome of a single item. */
function toOutcome({ accepted, duplicates, review, rejected }: IntakeResult) {
  if (accepted > 0) return { outcome: 'accepted' };
  if (duplicates > 0) return { outcome: 'duplicate' };
  const [first] = review;
  return first ? { outcome: 'review', reason: first.reason } : { outcome: 'rejected', reason: rejected[0]?.reason };
}
