import type { Criterion } from './match-explanation.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.ts';
import { milesBetween, roundMiles } from '#domain/geo/distance.ts';
import type { ListingSnapshot, UserSearch } from './explain.ts';
import { matchesPrice, toSearchCriteria, matchesType } from './match-rules.ts';

/** A listing at some moment; one that was already withdrawn matches no member. */
export type DatedListingSnapshot = ListingSnapshot & { isAvailable: boolean };

/** The result of each rule for a listing and a user, for explanations outside the matcher. */
export function explainCriteria(listing: DatedListingSnapshot, seeker: UserSearch): Criterion[] {
  const { isMember, filters } = seeker;
  const search = toSearchCriteria(filters);
  const { price, propertyType } = listing;
  const isWanted = matchesType(search, propertyType);
  return [
    ...(listing.isAvailable ? [] : [{ rule: 'listing' as const, holds: false, text: 'listing withdrawn' }]),
    { rule: 'membership', holds: isMember, text: `active: ${formatYesNo(isMember)}` },
    explainDistance(listing, seeker, search.radius),
    {
      rule: 'price',
      holds: matchesPrice(search, price),
      text: `${formatWholeDollars(price)} of ${formatWholeDollars(search.maxPrice)}`,
    },
    {
      rule: 'type',
      holds: isWanted,
      text: propertyType === 'house' ? 'house: always wanted' : `${propertyType} wanted: ${formatYesNo(isWanted)}`,
    },
  ];
}

function explainDistance(
  listing: DatedListingSnapshot,
  { filters: { zipCode }, centre }: UserSearch,
  radius: number,
): Criterion {
  if (zipCode === null) return { rule: 'zip', holds: false, text: 'no ZIP code set' };
  if (centre === null) return { rule: 'zip', holds: false, text: `ZIP code ${zipCode} is not known` };
  const exact = milesBetween(centre, listing);
  const miles = roundMiles(exact, radius);
  return { rule: 'distance', holds: exact <= radius, text: `${miles} of ${radius} miles from ${zipCode}` };
}

const formatYesNo = (holds: boolean) => (holds ? 'yes' : 'no');
