import type { PropertyType } from '#domain/listing/contract.ts';
import type { WhyReason } from './why.contract.ts';
import { dollars } from '#domain/shared/money.ts';
import type { Filters } from '#domain/user/contract.ts';
import { unknownZip } from './scouting.contract.ts';
import { milesBetween, type Point, shownMiles } from '#domain/geo/distance.ts';
import { affords, searchOf, wants } from './fit.ts';

/** A listing at the moment that it was held against members. */
export type HeldAgainst = Point & { price: number; propertyType: PropertyType };

/** What somebody looked for: `centre` is that of the ZIP, null where there is none or it is not known. */
export type Seeker = { isMember: boolean; filters: Filters; centre: Point | null };

/** What each rule says of a listing and a seeker; it is a match where all of them hold. */
export function explain(listing: HeldAgainst, { isMember, filters, centre }: Seeker): WhyReason[] {
  return [
    isMember
      ? { rule: 'membership', holds: true, text: 'Your membership is active' }
      : { rule: 'membership', holds: false, text: 'Your membership is not active, and only members get alerts' },
    whereReason(listing, filters, centre),
    priceReason(listing, filters),
    typeReason(listing, filters),
  ];
}

function whereReason(listing: HeldAgainst, filters: Filters, centre: Point | null): WhyReason {
  const { zipCode } = filters;
  if (zipCode === null)
    return { rule: 'zip', holds: false, text: 'You have set no ZIP code, so there is no area to search' };
  if (centre === null) return { rule: 'zip', holds: false, text: unknownZip(zipCode) };
  const { radius } = searchOf(filters);
  const exact = milesBetween(centre, listing);
  const miles = shownMiles(exact, radius);
  return exact <= radius
    ? { rule: 'distance', holds: true, text: `${miles} of ${radius} miles from ${zipCode}` }
    : { rule: 'distance', holds: false, text: `${miles} miles from ${zipCode}, and your radius is ${radius}` };
}

function priceReason({ price }: HeldAgainst, filters: Filters): WhyReason {
  const search = searchOf(filters);
  const limit = dollars(search.maxPrice);
  return affords(search, price)
    ? { rule: 'price', holds: true, text: `${dollars(price)} of your ${limit}` }
    : { rule: 'price', holds: false, text: `${dollars(price)}, and your max price is ${limit}` };
}

function typeReason({ propertyType }: HeldAgainst, filters: Filters): WhyReason {
  const name = `${propertyType.charAt(0).toUpperCase()}${propertyType.slice(1)}`;
  return wants(searchOf(filters), propertyType)
    ? { rule: 'type', holds: true, text: name }
    : { rule: 'type', holds: false, text: `${name}, which your filters leave out` };
}

export function allHold(reasons: readonly WhyReason[]): boolean {
  return reasons.every(({ holds }) => holds);
}
