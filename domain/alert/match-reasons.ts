import { describeRuleForUser } from '#domain/matching/explain.ts';
import type { AlertedListing, AlertKind } from './events.ts';
import type { MatchFigures } from '#domain/matching/index/matched-member.ts';

/**
 * Why the listing matches: distance, price and type, one short sentence each, such as '12.4 mi from 48204 (within 50)'.
 * The alert itself does not contain the ZIP.
 */
export function describeMatch(
  { miles, radius, maxPrice }: MatchFigures,
  { price, propertyType }: Pick<AlertedListing, 'price' | 'propertyType'>,
  kind: AlertKind,
  zipCode = 'your ZIP code',
): [distance: string, price: string, type: string] {
  const within = describeRuleForUser({ rule: 'price', holds: true, price, maxPrice });
  return [
    describeRuleForUser({ rule: 'distance', holds: true, miles, radius, zipCode }),
    kind === 'price drop' ? `Price dropped to ${within}` : within,
    describeRuleForUser({ rule: 'type', holds: true, propertyType }),
  ];
}
