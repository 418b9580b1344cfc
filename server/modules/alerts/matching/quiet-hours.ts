import type { Filters, MembershipStatus } from '#domain/user/contract.ts';
import type { Clock } from '#server/lib/clock.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { findQuietHoursEnd, createZoneLookup } from './time-zones.ts';

type DeliverySettings = Pick<Filters, 'quietHours' | 'zipCode'> & { membershipStatus: MembershipStatus };

/**
 * The earliest time at which a user may get a mail or push of an alert, in ms since 1970: now, or the end of quiet
 * hours. Null for a user whose membership has ended.
 */
type FindDeliveryTime = (user: DeliverySettings | null) => Promise<number | null>;

export function createFindDeliveryTime({ clock }: { clock: Clock }): FindDeliveryTime {
  let zones: ReturnType<typeof loadZoneLookup> | null = null;
  return async (user) => {
    if (user?.membershipStatus !== 'active') return null;
    const now = clock().getTime();
    if (!user.quietHours) return now;
    zones ??= loadZoneLookup();
    return findQuietHoursEnd((await zones)(user.zipCode), now) ?? now;
  };
}

/** Only a user with quiet hours needs it. */
async function loadZoneLookup() {
  return createZoneLookup(await loadGazetteer());
}
