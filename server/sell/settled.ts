import type { Recorded } from '#domain/decider.ts';
import { listing } from '#domain/listing/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { Context } from '../context.ts';
import { repeatedly } from '../time/repeatedly.ts';

const every = 3_600_000;
/** In ms: an offer this young may still be on its way into the log. */
const onItsWay = 3_600_000;

type Parts = Pick<Context, 'events' | 'sellers' | 'clock'>;

/** Forgets the seller of a listing that is no offer any more: rejected, withdrawn, or never taken. */
export async function forgetUnlessOffered({ events, sellers }: Omit<Parts, 'clock'>, listingId: string): Promise<void> {
  const past = (await events.read(`listing-${listingId}`)).events as Recorded<ListingEvent>[]; // it has no others
  const { status } = past.reduce(listing.evolve, listing.initialState);
  if (status !== 'held' && status !== 'found' && status !== 'reposted') await sellers.forget(listingId);
}

/** Forgets all whose time has come and who were not forgotten at once, such as by a crash in between. */
export async function forgetSettled({ events, sellers, clock }: Parts): Promise<void> {
  const settled = clock().getTime() - onItsWay;
  for (const { id, keptAt } of await sellers.all()) {
    if (keptAt <= settled) await forgetUnlessOffered({ events, sellers }, id);
  }
}

/** Does so at once, and every hour. */
export function startForgettingSellers(context: Context) {
  const trouble = 'Sellers could not be forgotten; trying again in an hour';
  return repeatedly({ work: () => forgetSettled(context), every, log: context.log, trouble });
}
