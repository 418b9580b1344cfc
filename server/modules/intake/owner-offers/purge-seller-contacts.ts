import type { Logger } from 'pino';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Pictures } from '#server/modules/pictures/index.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import { readListingStage } from '../pipeline/listing-stage.ts';
import type { Sellers } from './seller-contacts.ts';

const intervalMs = 3_600_000;
/** In ms: an offer younger than this may still be on its way into the log. */
const gracePeriodMs = 3_600_000;

export type PurgeSellerDeps = { events: Pick<EventStore, 'read'>; sellers: Pick<Sellers, 'remove'> };
type PurgeSellersDeps = {
  events: PurgeSellerDeps['events'];
  sellers: Pick<Sellers, 'all' | 'remove'>;
  pictures: Pick<Pictures, 'purgeUnclaimed'>;
  clock: Clock;
};

/** Deletes the contact of a listing that is no longer on offer: rejected, withdrawn, or never taken. */
export async function purgeUnlessOffered({ events, sellers }: PurgeSellerDeps, listingId: string): Promise<void> {
  if ((await readListingStage(events, listingId)) === null) await sellers.remove(listingId);
}

/**
 * Deletes uploads whose offer never arrived, and the contacts of settled offers that were not deleted at once, for
 * example because of a crash.
 */
export async function purgeSellerContacts({ events, sellers, pictures, clock }: PurgeSellersDeps): Promise<void> {
  await pictures.purgeUnclaimed();
  const cutoff = clock().getTime() - gracePeriodMs;
  for (const { id, keptAt } of await sellers.all()) {
    if (keptAt <= cutoff) await purgeUnlessOffered({ events, sellers }, id);
  }
}

/** Deletes the contacts of settled offers at once, and every hour until `stop`. */
export function startSellerContactPurge(deps: PurgeSellersDeps & { log: Pick<Logger, 'error'> }): Schedule {
  return runEvery({
    work: () => purgeSellerContacts(deps),
    intervalMs,
    log: deps.log,
    failureMessage: 'Failed to delete seller contacts; retrying in an hour',
  });
}
