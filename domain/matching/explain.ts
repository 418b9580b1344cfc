import type { PropertyType } from '#domain/listing/contract.ts';
import { milesBetween, type Point, roundMiles } from '#domain/geo/distance.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { compact } from '#domain/shared/compact.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import type { SearchFilters } from '#domain/user/filters.contract.ts';
import type { User } from '#domain/user/state.ts';
import { matchesPrice, matchesType, toSearchCriteria } from './match-rules.ts';
import type { ExplanationReason } from './own-match-explanation.contract.ts';
import { describeUnknownZip } from './scout-activity.contract.ts';

/** A listing at a moment; one that is not available matches no user. */
export type ListingSnapshot = Point & { price: number; propertyType: PropertyType; isAvailable: boolean };

/** `centre` is that of the ZIP, null where the ZIP is missing or unknown. */
export type UserSearch = { id: string; name: string; paused: boolean; filters: SearchFilters; centre: Point | null };

type Account = { account: User['status']; isMember: boolean };

/**
 * A condition with the facts that it compares, and whether it holds. A distance needs a known ZIP. `isDefault`: the user
 * never set the limit.
 */
export type MatchCondition = { holds: boolean } & (
  | { rule: 'listing' }
  | { rule: 'membership'; account: User['status'] }
  | { rule: 'zip'; zipCode: string | null }
  | { rule: 'distance'; miles: number; radius: number; zipCode: string; isDefault?: boolean }
  | { rule: 'price'; price: number; maxPrice: number; isDefault?: boolean }
  | { rule: 'type'; propertyType: PropertyType }
  | { rule: 'paused' }
);

/** A search with its own conditions. */
export type ExplainedSearch = Pick<UserSearch, 'id' | 'name' | 'paused'> & { conditions: MatchCondition[] };

/** `conditions` are those that all searches share, and those of the nearest search, which comes first. */
export type ExplainedMatch = { conditions: MatchCondition[]; searches: ExplainedSearch[] };

/** Why a user gets a listing, or why not. The nearest search is that with the fewest conditions that fail. */
export function explainMatch(
  listing: ListingSnapshot,
  { account, isMember }: Account,
  searches: readonly UserSearch[],
): ExplainedMatch {
  const explained = searches
    .map((search) => explainSearch(listing, search))
    .toSorted((a, b) => countMisses(a.conditions) - countMisses(b.conditions));
  const common: MatchCondition[] = [
    { rule: 'listing', holds: listing.isAvailable },
    { rule: 'membership', holds: isMember, account },
  ];
  return { conditions: [...common, ...(explained[0]?.conditions ?? [])], searches: explained };
}

function explainSearch(listing: ListingSnapshot, { id, name, paused, filters, centre }: UserSearch): ExplainedSearch {
  const search = toSearchCriteria(filters);
  const { maxPrice } = search;
  const { price, propertyType } = listing;
  const conditions = compact<MatchCondition>([
    ...explainArea(listing, { filters, centre }),
    { rule: 'price', holds: matchesPrice(search, price), price, maxPrice, isDefault: filters.maxPrice === null },
    { rule: 'type', holds: matchesType(search, propertyType), propertyType },
    paused && { rule: 'paused', holds: false },
  ]);
  return { id, name, paused, conditions };
}

function countMisses(conditions: readonly { holds: boolean }[]): number {
  return conditions.filter(({ holds }) => !holds).length;
}

function explainArea(listing: Point, { filters, centre }: Pick<UserSearch, 'filters' | 'centre'>): MatchCondition[] {
  const { zipCode, mileageRadius } = filters;
  if (zipCode === null || centre === null) return [{ rule: 'zip', holds: false, zipCode }];
  const { radius } = toSearchCriteria(filters);
  const exact = milesBetween(centre, listing);
  const figures = { miles: roundMiles(exact, radius), radius, zipCode, isDefault: mileageRadius === null };
  return [
    { rule: 'zip', holds: true, zipCode },
    { rule: 'distance', holds: exact <= radius, ...figures },
  ];
}

export function isFullMatch(conditions: readonly { holds: boolean }[]): boolean {
  return countMisses(conditions) === 0;
}

/** The conditions as sentences. */
export function toReasons<Condition extends Pick<ExplanationReason, 'rule' | 'holds'>>(
  conditions: readonly Condition[],
  describe: (condition: Condition) => string,
): ExplanationReason[] {
  return conditions.map((condition) => ({
    rule: condition.rule,
    holds: condition.holds,
    text: describe(condition),
  }));
}

/** One short sentence for the user whose search it is. */
export function describeForUser(condition: MatchCondition): string {
  const { holds } = condition;
  switch (condition.rule) {
    case 'listing':
      return describeAvailability(condition);
    case 'membership':
      return holds ? 'Your membership is active' : 'Your membership is inactive; only members get alerts';
    case 'zip':
      return describeZip(condition, describeUnknownZip);
    case 'distance':
      return describeDistance(condition);
    case 'price':
      return describePrice(condition);
    case 'type':
      return holds ? describeType(condition) : `${capitalize(condition.propertyType)}: not in your filters`;
    case 'paused':
      return pausedText;
  }
}

export const pausedText = 'Search paused';

export type ConditionOf<Rule extends MatchCondition['rule']> = Extract<MatchCondition, { rule: Rule }>;

function describeDistance({ holds, miles, radius, zipCode }: ConditionOf<'distance'>): string {
  if (holds && miles === 0) return 'In your ZIP';
  return `${miles} mi from ${zipCode} (${holds ? 'within' : 'outside'} ${radius})`;
}

function describePrice({ holds, price, maxPrice }: ConditionOf<'price'>): string {
  const [shown, limit] = [formatWholeDollars(price), formatWholeDollars(maxPrice)];
  if (price === maxPrice) return `${shown}, your max`;
  const difference = formatWholeDollars(Math.abs(maxPrice - price));
  return `${shown}, ${difference} ${holds ? 'under' : 'over'} your ${limit} max`;
}

export function describeAvailability({ holds }: ConditionOf<'listing'>): string {
  return holds ? 'Listing available' : 'Listing withdrawn';
}

export function describeZip(
  { holds, zipCode }: ConditionOf<'zip'>,
  describeUnknown: (zipCode: string) => string,
): string {
  if (zipCode === null) return 'No ZIP code set';
  return holds ? `ZIP code ${zipCode} known` : describeUnknown(zipCode);
}

export function describeType({ propertyType, holds }: ConditionOf<'type'>): string {
  if (propertyType === 'house') return 'Houses always included';
  return `${capitalize(propertyType)} ${holds ? 'included' : 'not included'}`;
}
