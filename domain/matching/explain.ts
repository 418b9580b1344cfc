import type { PropertyType } from '#domain/listing/contract.ts';
import type { ExplanationReason } from './own-match-explanation.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.ts';
import type { Filters } from '#domain/user/contract.ts';
import { describeUnknownZip } from './scout-activity.contract.ts';
import { milesBetween, type Point, roundMiles } from '#domain/geo/distance.ts';
import { matchesPrice, toSearchCriteria, matchesType } from './match-rules.ts';

/** A listing at the moment when it was matched. */
export type ListingSnapshot = Point & { price: number; propertyType: PropertyType };

/** A user's search: `centre` is that of the ZIP, null where the ZIP is missing or unknown. */
export type UserSearch = { isMember: boolean; filters: Filters; centre: Point | null };

/** The result of each rule for a listing and a search; it is a match where all of them hold. */
export function explainMatchRules(
  listing: ListingSnapshot,
  { isMember, filters, centre }: UserSearch,
): ExplanationReason[] {
  return [
    isMember
      ? { rule: 'membership', holds: true, text: 'Your membership is active' }
      : { rule: 'membership', holds: false, text: 'Your membership is not active, and only members get alerts' },
    explainDistance(listing, filters, centre),
    explainPrice(listing, filters),
    explainType(listing, filters),
  ];
}

function explainDistance(listing: ListingSnapshot, filters: Filters, centre: Point | null): ExplanationReason {
  const { zipCode } = filters;
  if (zipCode === null)
    return { rule: 'zip', holds: false, text: 'You have set no ZIP code, so there is no area to search' };
  if (centre === null) return { rule: 'zip', holds: false, text: describeUnknownZip(zipCode) };
  const { radius } = toSearchCriteria(filters);
  const exact = milesBetween(centre, listing);
  const miles = roundMiles(exact, radius);
  return exact <= radius
    ? { rule: 'distance', holds: true, text: `${miles} of ${radius} miles from ${zipCode}` }
    : { rule: 'distance', holds: false, text: `${miles} miles from ${zipCode}, and your radius is ${radius}` };
}

function explainPrice({ price }: ListingSnapshot, filters: Filters): ExplanationReason {
  const search = toSearchCriteria(filters);
  const limit = formatWholeDollars(search.maxPrice);
  return matchesPrice(search, price)
    ? { rule: 'price', holds: true, text: `${formatWholeDollars(price)} of your ${limit}` }
    : { rule: 'price', holds: false, text: `${formatWholeDollars(price)}, and your max price is ${limit}` };
}

function explainType({ propertyType }: ListingSnapshot, filters: Filters): ExplanationReason {
  const name = `${propertyType.charAt(0).toUpperCase()}${propertyType.slice(1)}`;
  return matchesType(toSearchCriteria(filters), propertyType)
    ? { rule: 'type', holds: true, text: name }
    : { rule: 'type', holds: false, text: `${name}, which your filters leave out` };
}

export function isFullMatch(reasons: readonly ExplanationReason[]): boolean {
  return reasons.every(({ holds }) => holds);
}
