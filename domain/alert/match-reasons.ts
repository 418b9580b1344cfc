import { describeForUser, type MatchCondition, toReasons } from '#domain/matching/explain.ts';
import { type FittingSearches, listMatchedSearches, type MatchFigures } from '#domain/matching/index/matched-member.ts';
import type { ExplanationReason } from '#domain/matching/own-match-explanation.contract.ts';
import type { AlertedListing, AlertKind } from './events.ts';

/** The ZIP codes of searches, by id, as far as they are known: the alert itself does not contain them. */
export type ZipCodes = Record<string, string | null | undefined>;

/**
 * Why the member of an alert got it: distance, price and type, as they were matched. Where a further search fits, each
 * is named.
 */
export function explainAlert(
  match: MatchFigures & FittingSearches,
  { price, propertyType }: Pick<AlertedListing, 'price' | 'propertyType'>,
  kind: AlertKind,
  zipCodes: ZipCodes = {},
): ExplanationReason[] {
  const describe = (condition: MatchCondition) => {
    const isDrop = condition.rule === 'price' && kind === 'price drop';
    return `${isDrop ? 'Price dropped to ' : ''}${describeForUser(condition)}`;
  };
  const ofSearches = listMatchedSearches(match).flatMap(({ searchId, name, miles, radius, maxPrice }) => {
    const zipCode = zipCodes[searchId] ?? (match.searches ? 'its ZIP code' : 'your ZIP code');
    const conditions: MatchCondition[] = [
      { rule: 'distance', holds: true, miles, radius, zipCode },
      { rule: 'price', holds: true, price, maxPrice },
    ];
    return toReasons(conditions, (condition) => `${match.searches ? `${name}: ` : ''}${describe(condition)}`);
  });
  return [...ofSearches, ...toReasons([{ rule: 'type', holds: true, propertyType }], describe)];
}

/** The same in one short sentence each, such as '12.4 mi from 48204 (within 50)'. */
export function describeMatch(...alert: Parameters<typeof explainAlert>): string[] {
  return explainAlert(...alert).map(({ text }) => text);
}
