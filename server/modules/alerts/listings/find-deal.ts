import { comparePrice } from '#domain/deal/compare-price.ts';
import { dealDays, type DealFigures } from '#domain/deal/contract.ts';
import { readArea } from '#domain/deal/read-area.ts';
import { defaultRadiusMiles } from '#domain/user/filters.contract.ts';
import type { FoundListingDoc } from '#projections/listings.ts';
import type { UserDoc } from '#projections/users.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { RecentListingsSearch } from './recent-listings-search.ts';

export type FindDeal = (
  user: Pick<UserDoc, 'zipCode' | 'mileageRadius'>,
  listing: Pick<FoundListingDoc, 'id' | 'title' | 'details' | 'propertyType' | 'price'>,
) => Promise<DealFigures | null>;

/** Compares a listing with others in a user's area; null where it tells no size, or too few others do. */
export function createDealFinder({ listPricesPerUnit }: Pick<RecentListingsSearch, 'listPricesPerUnit'>): FindDeal {
  return async ({ zipCode, mileageRadius }, listing) => {
    const area = readArea(listing);
    const centre = zipCode === null ? null : (await loadGazetteer()).zip(zipCode);
    if (area === null || centre === null) return null;
    const { id: except, propertyType, price } = listing;
    const miles = mileageRadius ?? defaultRadiusMiles;
    const pricePerUnit = price / area.amount;
    const comparison = comparePrice(pricePerUnit, listPricesPerUnit(centre, { propertyType, miles, except }));
    if (comparison === null) return null;
    const median = roundCents(comparison.median);
    return { ...comparison, median, unit: area.unit, pricePerUnit: roundCents(pricePerUnit), miles, days: dealDays };
  };
}

function roundCents(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}
