/// <reference lib="esnext.temporal" />
import lookUpZone from '@photostructure/tz-lookup';
import type { Gazetteer } from '#server/modules/geo/index.ts';

const morningTime = '07:00';
const eveningTime = '21:00';
/** The default where the ZIP is unknown: most members live there. */
const defaultZone = 'America/New_York';

/** The first 07:00 after `since` (ms since 1970) on the clocks of a time zone, daylight saving time included. */
export function findNextMorning(zone: string, since: number): number {
  return findFirstMorning(zone, since, { day: toDay(zone, since), days: 1 });
}

/** The same on a Monday. */
export function findNextMonday(zone: string, since: number): number {
  const there = toDay(zone, since);
  return findFirstMorning(zone, since, { day: there.add({ days: (8 - there.dayOfWeek) % 7 }), days: 7 });
}

/** The last Monday whose 07:00 is not after `now` (ms since 1970), such as 2026-03-09. */
export function findLastMonday(zone: string, now: number): string {
  return toDay(zone, findNextMonday(zone, now)).subtract({ days: 7 }).toString();
}

/** 07:00 of a day such as 2026-03-09, and of that day the week before, in ms since 1970. */
export function findWeek(zone: string, monday: string): { from: number; until: number } {
  const day = Temporal.PlainDate.from(monday);
  return { from: toMorning(zone, day.subtract({ days: 7 })), until: toMorning(zone, day) };
}

function toDay(zone: string, time: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).toPlainDate();
}

function toMorning(zone: string, day: Temporal.PlainDate): number {
  return day.toZonedDateTime({ timeZone: zone, plainTime: morningTime }).epochMilliseconds;
}

/** The first morning after `since`: of `day`, or `days` later. */
function findFirstMorning(zone: string, since: number, { day, days }: { day: Temporal.PlainDate; days: number }) {
  const first = toMorning(zone, day);
  return first > since ? first : toMorning(zone, day.add({ days }));
}

/** When the quiet hours (21:00 to 07:00) end that `now` lies in, both in ms since 1970; null at any other time. */
export function findQuietHoursEnd(zone: string, now: number): number | null {
  const there = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const time = there.toPlainTime();
  const isBefore = (limit: string) => Temporal.PlainTime.compare(time, limit) < 0;
  if (!isBefore(morningTime) && isBefore(eveningTime)) return null;
  const day = isBefore(morningTime) ? there.toPlainDate() : there.toPlainDate().add({ days: 1 });
  return toMorning(zone, day);
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
