import type { Criterion } from './pair-why.contract.ts';
import { dollars } from '#domain/shared/money.ts';
import { milesBetween, shownMiles } from '#domain/geo/distance.ts';
import type { HeldAgainst, Seeker } from './explain.ts';
import { affords, searchOf, wants } from './fit.ts';

/** A listing at some moment; one that was withdrawn by then fits nobody. */
export type HeldListing = HeldAgainst & { isStanding: boolean };

/** What each rule says of a listing and a user, for those who look at both from outside. */
export function criteriaOf(listing: HeldListing, seeker: Seeker): Criterion[] {
  const { isMember, filters } = seeker;
  const search = searchOf(filters);
  const { price, propertyType } = listing;
  const isWanted = wants(search, propertyType);
  return [
    ...(listing.isStanding ? [] : [{ rule: 'listing' as const, holds: false, text: 'listing withdrawn' }]),
    { rule: 'membership', holds: isMember, text: `active: ${yesOrNo(isMember)}` },
    whereOf(listing, seeker, search.radius),
    { rule: 'price', holds: affords(search, price), text: `${dollars(price)} of ${dollars(search.maxPrice)}` },
    {
      rule: 'type',
      holds: isWanted,
      text: propertyType === 'house' ? 'house: always wanted' : `${propertyType} wanted: ${yesOrNo(isWanted)}`,
    },
  ];
}

function whereOf(listing: HeldListing, { filters: { zipCode }, centre }: Seeker, radius: number): Criterion {
  if (zipCode === null) return { rule: 'zip', holds: false, text: 'no ZIP code set' };
  if (centre === null) return { rule: 'zip', holds: false, text: `ZIP code ${zipCode} is not known` };
  const exact = milesBetween(centre, listing);
  const miles = shownMiles(exact, radius);
  return { rule: 'distance', holds: exact <= radius, text: `${miles} of ${radius} miles from ${zipCode}` };
}

const yesOrNo = (holds: boolean) => (holds ? 'yes' : 'no');
