import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import type { ListingFacts } from '#domain/listing/events.ts';
import { type Scout, startScout } from '../scout.ts';
import { type House, openHouse } from './house.ts';
import { facts } from './listing.ts';

export type AtWork = Awaited<ReturnType<typeof openAtWork>>;

/** A scout on stores of its own, with listings to find and a look at who was alerted. */
export async function openAtWork() {
  const house = await openHouse();
  let scout: Scout = await startScout(house);
  await scout.ready;

  const sender = () => ({ actor: 'intake:county', commandId: randomUUID() });
  const tell = (listingId: string, command: ListingCommand) =>
    house.handle(listing, `listing-${listingId}`, command, sender());
  const settled = async () => {
    const head = await house.events.head();
    await expect.poll(() => scout.position() >= head, { interval: 5, timeout: 10_000 }).toBe(true);
  };

  return {
    house,
    sender,
    tell,
    find: async (changes: Partial<ListingFacts> = {}, listingId: string = randomUUID()) => {
      await tell(listingId, { type: 'Find', data: { listingId, ...facts, price: 40_000, ...changes } });
      return listingId;
    },
    reprice: (listingId: string, price: number) => tell(listingId, { type: 'Reprice', data: { listingId, price } }),
    /** Resolves when all that is in the log has been matched and delivered. */
    settled,
    stop: () => scout.stop(),
    start: async (stores: House = house) => {
      scout = await startScout(stores);
      await scout.ready;
    },
    /** Who got what, in order: user id, kind and price. */
    alerts: async () => {
      await settled();
      const matched = await house.facts('AlertsMatched');
      const delivered = await house.facts('AlertsDelivered');
      return delivered.flatMap(({ stream, data: { userIds } }) => {
        const alert = matched.find((event) => event.stream === stream)?.data;
        return userIds.map((userId) => [userId, alert?.kind, alert?.listing.price]);
      });
    },
    close: async () => {
      await scout.stop();
      await house.close();
    },
  };
}
