import type { PropertyType } from '#domain/listing/contract.ts';
import { milesBetween, type Point, roundMiles } from '#domain/geo/distance.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { compact } from '#domain/shared/compact.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import type { Filters } from '#domain/user/contract.ts';
import type { User } from '#domain/user/state.ts';
import { matchesPrice, matchesType, toSearchCriteria } from './match-rules.ts';
import type { ExplanationReason } from './own-match-explanation.contract.ts';
import { describeUnknownZip } from './scout-activity.contract.ts';

/** A listing at a moment; one that is not available matches no user. */
export type ListingSnapshot = Point & { price: number; propertyType: PropertyType; isAvailable: boolean };

/** A user's search: `centre` is that of the ZIP, null where the ZIP is missing or unknown. */
export type UserSearch = { account: User['status']; isMember: boolean; filters: Filters; centre: Point | null };

/** A condition with the facts that it compares, and whether it holds. A distance needs a known ZIP. */
export type MatchCondition = { holds: boolean } & (
  | { rule: 'listing' }
  | { rule: 'membership'; account: User['status'] }
  | { rule: 'zip'; zipCode: string | null }
  | { rule: 'distance'; miles: number; radius: number; zipCode: string }
  | { rule: 'price'; price: number; maxPrice: number }
  | { rule: 'type'; propertyType: PropertyType }
);

/** Why a user gets a listing, or why not; the availability of the listing is a condition only where it is gone. */
export function explainMatch(
  listing: ListingSnapshot,
  { account, isMember, filters, centre }: UserSearch,
): MatchCondition[] {
  const search = toSearchCriteria(filters);
  const { price, propertyType, isAvailable } = listing;
  return compact<MatchCondition>([
    !isAvailable && { rule: 'listing', holds: false },
    { rule: 'membership', holds: isMember, account },
    explainDistance(listing, { zipCode: filters.zipCode, centre, radius: search.radius }),
    { rule: 'price', holds: matchesPrice(search, price), price, maxPrice: search.maxPrice },
    { rule: 'type', holds: matchesType(search, propertyType), propertyType },
  ]);
}

type SearchArea = { zipCode: string | null; centre: Point | null; radius: number };

function explainDistance(listing: Point, { zipCode, centre, radius }: SearchArea): MatchCondition {
  if (zipCode === null || centre === null) return { rule: 'zip', holds: false, zipCode };
  const exact = milesBetween(centre, listing);
  return { rule: 'distance', holds: exact <= radius, miles: roundMiles(exact, radius), radius, zipCode };
}

export function isFullMatch(conditions: readonly { holds: boolean }[]): boolean {
  return conditions.every(({ holds }) => holds);
}

/** The conditions as sentences. */
export function toReasons(
  conditions: readonly MatchCondition[],
  describe: (condition: MatchCondition) => string,
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
      return withdrawnText;
    case 'membership':
      return holds ? 'Your membership is active' : 'Your membership is inactive; only members get alerts';
    case 'zip':
      return describeMissingArea(condition.zipCode);
    case 'distance':
      return describeDistance(condition);
    case 'price':
      return describePrice(condition);
    case 'type': {
      const name = capitalize(condition.propertyType);
      return holds ? name : `${name}: not in your filters`;
    }
  }
}

const withdrawnText = 'Listing withdrawn';

type ConditionOf<Rule extends MatchCondition['rule']> = Extract<MatchCondition, { rule: Rule }>;

function describeDistance({ holds, miles, radius, zipCode }: ConditionOf<'distance'>): string {
  if (holds && miles === 0) return 'In your ZIP';
  return `${miles} mi from ${zipCode} (${describeReach(holds)} ${radius})`;
}

const describeReach = (holds: boolean) => (holds ? 'within' : 'outside');

function describePrice({ holds, price, maxPrice }: ConditionOf<'price'>): string {
  const [shown, limit] = [formatWholeDollars(price), formatWholeDollars(maxPrice)];
  if (price === maxPrice) return `${shown}, your max`;
  const difference = formatWholeDollars(Math.abs(maxPrice - price));
  return `${shown}, ${difference} ${holds ? 'under' : 'over'} your ${limit} max`;
}

function describeMissingArea(zipCode: string | null): string {
  return zipCode === null ? 'No ZIP code set' : describeUnknownZip(zipCode);
}

/** The figures in short form, for admins: '12.4 mi, within 50', 'Raw land not included'. */
export function describeForAdmin(condition: MatchCondition): string {
  switch (condition.rule) {
    case 'listing':
      return withdrawnText;
    case 'membership':
      return `${condition.holds ? 'Active member' : 'Not an active member'}${accountNotes[condition.account]}`;
    case 'zip':
      return condition.zipCode === null ? 'No ZIP code set' : `Unknown ZIP code ${condition.zipCode}`;
    case 'distance':
      return `${condition.miles} mi, ${describeReach(condition.holds)} ${condition.radius}`;
    case 'price':
      return `${formatWholeDollars(condition.price)}, max ${formatWholeDollars(condition.maxPrice)}`;
    case 'type':
      return describeTypeForAdmin(condition);
  }
}

const accountNotes = {
  registered: '',
  unregistered: ', no account yet',
  deleted: ', account deleted',
};

function describeTypeForAdmin({ propertyType, holds }: ConditionOf<'type'>): string {
  if (propertyType === 'house') return 'Houses always included';
  return `${capitalize(propertyType)} ${holds ? 'included' : 'not included'}`;
}
