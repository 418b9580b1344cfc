/// <reference lib="esnext.temporal" />
import lookUpZone from '@photostructure/tz-lookup';
import type { Gazetteer } from '#server/modules/geo/index.ts';

const morningTime = '07:00';
const eveningTime = '21:00';
/** The default where the ZIP is unknown: most members live there. */
const defaultZone = 'America/New_York';

/** The first 07:00 after `since` (ms since 1970) on the clocks of a time zone, daylight saving time included. */
export function findNextMorning(zone: string, since: number): number {
  const there = Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(zone).toPlainDate();
  const on = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: zone, plainTime: morningTime }).epochMilliseconds;
  return on(there) > since ? on(there) : on(there.add({ days: 1 }));
}

/** When the quiet hours (21:00 to 07:00) end that `now` lies in, both in ms since 1970; null at any other time. */
export function findQuietHoursEnd(zone: string, now: number): number | null {
  const there = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const time = there.toPlainTime();
  const isBefore = (limit: string) => Temporal.PlainTime.compare(time, limit) < 0;
  if (!isBefore(morningTime) && isBefore(eveningTime)) return null;
  const day = isBefore(morningTime) ? there.toPlainDate() : there.toPlainDate().add({ days: 1 });
  return day.toZonedDateTime({ timeZone: zone, plainTime: morningTime }).epochMilliseconds;
}

/** The time zone of a ZIP's centre. */
export function createZoneLookup(gazetteer: Gazetteer): (zipCode: string | null) => string {
  const zones = new Map<string, string>();
  return (zipCode) => {
    const centre = zipCode === null ? null : gazetteer.zip(zipCode);
    if (zipCode === null || centre === null) return defaultZone;
    const zone = zones.get(zipCode) ?? lookUpZone(centre.latitude, centre.longitude);
    zones.set(zipCode, zone);
    return zone;
  };
}
