import type { Filters, MembershipStatus } from '#domain/user/contract.ts';
import type { Clock } from '#server/lib/clock.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { findQuietHoursEnd, createZoneLookup } from './time-zones.ts';

type DeliverySettings = Pick<Filters, 'quietHours' | 'zipCode'> & { membershipStatus: MembershipStatus };

/**
 * From when on somebody may get a mail or push of an alert, in ms since 1970: now, or the end of quiet hours. Null for
 * who is no member any more.
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

/** Only who has quiet hours has a use for it. */
async function loadZoneLookup() {
  return createZoneLookup(await loadGazetteer());
}
