import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '#projections/store/port.ts';
import { waitWithoutLimit } from '#server/platform/projector/testing/wait-without-limit.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { type TestStores, openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { createIntake, type Intake } from './intake.ts';
import { parseItem } from './parse-item.ts';

const listing = {
  externalId: 'house-1',
  title: 'Inherited 3 bedroom house, must sell as-is',
  price: 45_000,
  details: 'Heirs want it gone. Needs a roof and new windows, cash only.',
  link: 'https://listings.example.com/house-1',
  zipCode: '48204',
};
const elsewhere = { ...listing, externalId: 'again', link: 'https://elsewhere.example.com/7' };
const sender = (commandId: string = randomUUID()) => ({ actor: 'intake:county', commandId });
const nothing = { accepted: 0, duplicates: 0, review: [], rejected: [] };

describe('of two processes that take listings', () => {
  let house: TestStores;
  let intakes: [Intake, Intake];
  const open = (waitForProjections = waitWithoutLimit(house.waitForProjections)) => {
    const handle = createCommandHandler(house.events, house.clock);
    return createIntake({ ...house, handle, isShared: true, waitForProjections });
  };
  beforeEach(async () => {
    house = await openTestStores();
    intakes = [open(), open()];
    await Promise.all(intakes.map(({ ready }) => ready));
  });
  afterEach(async () => {
    await Promise.all(intakes.map(({ stop }) => stop()));
    await house.close();
  });

  it('Of two processes that take listings, each knows what the other has taken, even under another link', async () => {
    const [first, second] = intakes;
    expect(await first.take('county', [listing], sender())).toEqual({ ...nothing, accepted: 1 });
    expect(await second.take('county', [listing, elsewhere], sender())).toEqual({ ...nothing, duplicates: 2 });
    expect(await house.listEvents('ListingFound')).toHaveLength(1);
    expect(await house.listEvents('ListingReposted')).toHaveLength(1);
  });

  it('Of two processes that take listings, one whose views are behind takes none, as it might alert one again', async () => {
    const behind = open(() => Promise.resolve(false));
    await expect(behind.take('county', [listing], sender())).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await house.listEvents('ListingFound')).toEqual([]);
    await behind.stop();
  });

  it('Of two processes that take listings, one accepts an item that both take at once, and the other finds it in the log', async () => {
    for (let round = 0; round < 20; round += 1) {
      const item = {
        ...listing,
        externalId: `round-${round}`,
        zipCode: undefined,
        latitude: 30 + round / 2,
        longitude: -90,
      };
      const answers = await Promise.all(intakes.map(({ take }) => take('county', [item], sender())));
      expect(answers.map(({ accepted }) => accepted).toSorted()).toEqual([0, 1]);
      expect(answers.map(({ duplicates }) => duplicates).toSorted()).toEqual([0, 1]);
    }
    expect(await house.listEvents('ListingFound')).toHaveLength(20);
  });

  it('Of two processes that take listings, each knows what an admin has accepted through the other', async () => {
    const [first, second] = intakes;
    await first.take('county', [{ ...listing, price: 'make offer' }], sender());
    const [held] = await house.listEvents('ListingHeld');
    const listingId = held?.data.listingId ?? '';
    const understood = parseItem('county', listing, house.gazetteer);
    if (understood.kind !== 'listing') throw new Error('The rules do not take it for a listing');
    expect(await first.admit({ facts: understood.data, corrected: ['price'] }, sender())).toEqual({ isRepost: false });
    expect(understood.data.listingId).toBe(listingId);
    expect(await second.take('county', [elsewhere], sender())).toEqual({ ...nothing, duplicates: 1 });
  });

  it('Of two processes that take listings, both give the same answer to a delivery that reaches both at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const item = {
        ...listing,
        externalId: `round-${round}`,
        zipCode: undefined,
        latitude: 30 + round / 2,
        longitude: -90,
      };
      const delivery = sender();
      const answers = await Promise.all(intakes.map(({ take }) => take('county', [item], delivery)));
      expect(answers).toEqual([
        { ...nothing, accepted: 1 },
        { ...nothing, accepted: 1 },
      ]);
    }
    expect(await house.listEvents('ListingFound')).toHaveLength(20);
  });
});
