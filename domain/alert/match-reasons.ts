import { describeForUser, type MatchCondition, toReasons } from '#domain/matching/explain.ts';
import type { MatchFigures } from '#domain/matching/index/matched-member.ts';
import type { ExplanationReason } from '#domain/matching/own-match-explanation.contract.ts';
import type { AlertedListing, AlertKind } from './events.ts';

/**
 * Why the member of an alert got it: distance, price and type, as they were matched. The alert itself does not contain
 * the ZIP.
 */
export function explainAlert(
  { miles, radius, maxPrice }: MatchFigures,
  { price, propertyType }: Pick<AlertedListing, 'price' | 'propertyType'>,
  kind: AlertKind,
  zipCode = 'your ZIP code',
): ExplanationReason[] {
  const conditions: MatchCondition[] = [
    { rule: 'distance', holds: true, miles, radius, zipCode },
    { rule: 'price', holds: true, price, maxPrice },
    { rule: 'type', holds: true, propertyType },
  ];
  return toReasons(conditions, (condition) => {
    const isDrop = condition.rule === 'price' && kind === 'price drop';
    return `${isDrop ? 'Price dropped to ' : ''}${describeForUser(condition)}`;
  });
}

/** The same in one short sentence each, such as '12.4 mi from 48204 (within 50)'. */
export function describeMatch(...alert: Parameters<typeof explainAlert>): string[] {
  return explainAlert(...alert).map(({ text }) => text);
}
