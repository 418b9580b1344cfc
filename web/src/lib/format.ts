import { formatWholeDollars } from '#domain/shared/money.contract.ts';

export { formatMiles } from '#domain/listing/place-text.contract.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** '05': for months, days and the like. */
export const padTwo = (value: number) => String(value).padStart(2, '0');

/** MM/dd/yyyy in the viewer's time zone. */
export function formatDate(iso: string): string {
  const time = new Date(iso);
  return `${padTwo(time.getMonth() + 1)}/${padTwo(time.getDate())}/${time.getFullYear()}`;
}

/** MM/dd/yyyy of a calendar date (an ISO time in UTC): the same day in every time zone. */
export function formatCalendarDate(iso: string): string {
  return iso.replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$2/$3/$1');
}

/** MM/dd/yyyy HH:mm:ss in the viewer's time zone. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  return `${formatDate(iso)} ${padTwo(time.getHours())}:${padTwo(time.getMinutes())}:${padTwo(time.getSeconds())}`;
}

/** MM/dd/yyyy HH:mm:ss UTC. */
export function formatUtcTime(iso: string): string {
  return `${formatCalendarDate(iso)} ${new Date(iso).toISOString().slice(11, 19)} UTC`;
}

const relativeUnits = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['week', 7 * dayMs],
  ['day', dayMs],
  ['hour', dayMs / 24],
  ['minute', dayMs / 1440],
] as const;
const relativeFormat = new Intl.RelativeTimeFormat('en-US');

/** 'just now', '5 minutes ago', '3 days ago'; `now` in milliseconds. */
export function formatRelativeTime(iso: string, now: number): string {
  const ageMs = now - Date.parse(iso);
  const [unit, unitMs] = relativeUnits.find(([, lengthMs]) => ageMs >= lengthMs) ?? ['minute', Infinity];
  return ageMs < unitMs ? 'just now' : relativeFormat.format(-Math.floor(ageMs / unitMs), unit);
}

/** A price as members read it: a bare number becomes dollars, any other text stays as typed. */
export function formatPrice(price: string): string {
  return /^\d+$/.test(price.trim()) ? formatWholeDollars(Number(price)) : price;
}

/** 150000 as '$150k', 1000000 as '$1M'. */
export function formatLimit(limit: number): string {
  return limit >= 1_000_000 ? `$${limit / 1_000_000}M` : `$${limit / 1000}k`;
}

/** '$900', '$38k', '$1.2M': short enough for a pin. */
export function formatShortPrice(price: number): string {
  if (price < 1000) return `$${price}`;
  if (price < 999_500) return `$${Math.round(price / 1000)}k`;
  return `$${Number((price / 1_000_000).toFixed(1))}M`;
}

/** 'Scouting for 3 days': whole days since `memberSince` (ISO 8601); `now` in milliseconds. */
export function formatScoutingTime(memberSince: string, now: number): string {
  const days = Math.max(0, Math.floor((now - Date.parse(memberSince)) / dayMs));
  return `Scouting for ${formatCount(days, 'day')}`;
}

/** '1 user', '2,000 users'. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
