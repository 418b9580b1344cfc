import type { PropertyType } from '#domain/listing/contract.ts';
import { milesBetween, type Point, roundMiles } from '#domain/geo/distance.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import type { Filters } from '#domain/user/contract.ts';
import { matchesPrice, matchesType, toSearchCriteria } from './match-rules.ts';
import { describeUnknownZip } from './scout-activity.contract.ts';

/** A listing at the moment when it was matched. */
export type ListingSnapshot = Point & { price: number; propertyType: PropertyType };

/** A user's search: `centre` is that of the ZIP, null where the ZIP is missing or unknown. */
export type UserSearch = { isMember: boolean; filters: Filters; centre: Point | null };

/** A rule with the figures that it compares, and whether it holds. A distance needs a known ZIP. */
export type RuleResult = { holds: boolean } & (
  | { rule: 'membership' }
  | { rule: 'zip'; zipCode: string | null }
  | { rule: 'distance'; miles: number; radius: number; zipCode: string }
  | { rule: 'price'; price: number; maxPrice: number }
  | { rule: 'type'; propertyType: PropertyType }
);

/** The result of each rule for a listing and a search; it is a match where all of them hold. */
export function evaluateMatchRules(listing: ListingSnapshot, { isMember, filters, centre }: UserSearch): RuleResult[] {
  const search = toSearchCriteria(filters);
  const { price, propertyType } = listing;
  return [
    { rule: 'membership', holds: isMember },
    evaluateDistance(listing, { zipCode: filters.zipCode, centre, radius: search.radius }),
    { rule: 'price', holds: matchesPrice(search, price), price, maxPrice: search.maxPrice },
    { rule: 'type', holds: matchesType(search, propertyType), propertyType },
  ];
}

type SearchArea = { zipCode: string | null; centre: Point | null; radius: number };

function evaluateDistance(listing: Point, { zipCode, centre, radius }: SearchArea): RuleResult {
  if (zipCode === null || centre === null) return { rule: 'zip', holds: false, zipCode };
  const exact = milesBetween(centre, listing);
  return { rule: 'distance', holds: exact <= radius, miles: roundMiles(exact, radius), radius, zipCode };
}

export function isFullMatch(results: readonly { holds: boolean }[]): boolean {
  return results.every(({ holds }) => holds);
}

/** One short sentence for the user whose search it is. */
export function describeRuleForUser(result: RuleResult): string {
  const { holds } = result;
  switch (result.rule) {
    case 'membership':
      return holds ? 'Your membership is active' : 'Your membership is inactive; only members get alerts';
    case 'zip':
      return describeMissingArea(result.zipCode);
    case 'distance':
      return describeDistance(result);
    case 'price':
      return describePrice(result);
    case 'type': {
      const name = capitalize(result.propertyType);
      return holds ? name : `${name}: not in your filters`;
    }
  }
}

type ResultOf<Rule extends RuleResult['rule']> = Extract<RuleResult, { rule: Rule }>;

function describeDistance({ holds, miles, radius, zipCode }: ResultOf<'distance'>): string {
  if (holds && miles === 0) return 'In your ZIP';
  return `${miles} mi from ${zipCode} (${describeReach(holds)} ${radius})`;
}

const describeReach = (holds: boolean) => (holds ? 'within' : 'outside');

function describePrice({ holds, price, maxPrice }: ResultOf<'price'>): string {
  const [shown, limit] = [formatWholeDollars(price), formatWholeDollars(maxPrice)];
  if (price === maxPrice) return `${shown}, your max`;
  const difference = formatWholeDollars(Math.abs(maxPrice - price));
  return `${shown}, ${difference} ${holds ? 'under' : 'over'} your ${limit} max`;
}

function describeMissingArea(zipCode: string | null): string {
  return zipCode === null ? 'No ZIP code set' : describeUnknownZip(zipCode);
}

/** The figures in short form, for admins: '12.4 mi, within 50', 'Raw land not included'. */
export function describeRuleForAdmin(result: RuleResult): string {
  switch (result.rule) {
    case 'membership':
      return result.holds ? 'Active member' : 'Not an active member';
    case 'zip':
      return result.zipCode === null ? 'No ZIP code set' : `Unknown ZIP code ${result.zipCode}`;
    case 'distance':
      return `${result.miles} mi, ${describeReach(result.holds)} ${result.radius}`;
    case 'price':
      return `${formatWholeDollars(result.price)}, max ${formatWholeDollars(result.maxPrice)}`;
    case 'type':
      return describeTypeForAdmin(result);
  }
}

function describeTypeForAdmin({ propertyType, holds }: ResultOf<'type'>): string {
  if (propertyType === 'house') return 'Houses always included';
  return `${capitalize(propertyType)} ${holds ? 'included' : 'not included'}`;
}
