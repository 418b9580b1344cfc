import type { Filters, MembershipStatus } from '#domain/user/contract.ts';
import type { Clock } from '#server/lib/clock.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { quietUntil, zonesByZip } from './mornings.ts';

type Told = Pick<Filters, 'quietHours' | 'zipCode'> & { membershipStatus: MembershipStatus };

/**
 * From when on somebody may get a mail or push of an alert, in ms since 1970: now, or the end of quiet hours. Null for
 * who is no member any more.
 */
type WhenToTell = (user: Told | null) => Promise<number | null>;

export function openWhenToTell({ clock }: { clock: Clock }): WhenToTell {
  let zones: ReturnType<typeof loadZones> | null = null;
  return async (user) => {
    if (user?.membershipStatus !== 'active') return null;
    const now = clock().getTime();
    if (!user.quietHours) return now;
    zones ??= loadZones();
    return quietUntil((await zones)(user.zipCode), now) ?? now;
  };
}

/** Only who has quiet hours has a use for it. */
async function loadZones() {
  return zonesByZip(await loadGazetteer());
}
