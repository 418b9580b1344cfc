import { formatWholeDollars } from '#domain/shared/money.ts';
import type { AlertedListing, AlertKind, MatchFigures } from './events.ts';

/**
 * Why the listing matches: distance, price and type, one short sentence each, such as '12.4 of 50 miles from 48204'.
 * The alert itself does not contain the ZIP.
 */
export function describeMatch(
  { miles, radius, maxPrice }: MatchFigures,
  listing: Pick<AlertedListing, 'price' | 'propertyType'>,
  kind: AlertKind,
  from = 'your ZIP code',
): string[] {
  const { price, propertyType } = listing;
  const within = `${formatWholeDollars(price)} of your ${formatWholeDollars(maxPrice)}`;
  return [
    `${miles} of ${radius} miles from ${from}`,
    kind === 'price drop' ? `Price down to ${within}` : within,
    `${propertyType.charAt(0).toUpperCase()}${propertyType.slice(1)}`,
  ];
}
