import { comparePrice } from '#domain/deal/compare-price.ts';
import { dealDays, type DealFigures, dealMiles } from '#domain/deal/contract.ts';
import { measurePrice } from '#domain/deal/measure-price.ts';
import type { FoundListingDoc } from '#projections/listings.ts';
import type { RecentListingsSearch } from './recent-listings-search.ts';

export type FindDeal = (listing: FoundListingDoc) => DealFigures | null;

/** Compares a listing with others around it; null where it tells no size, or too few others do. */
export function createDealFinder({ listPricesPerUnit }: Pick<RecentListingsSearch, 'listPricesPerUnit'>): FindDeal {
  return (listing) => {
    const measured = measurePrice(listing);
    if (measured === null) return null;
    const { unit, pricePerUnit } = measured;
    const { id: except, propertyType } = listing;
    const others = listPricesPerUnit(listing, { propertyType, miles: dealMiles, except });
    const comparison = comparePrice(pricePerUnit, others);
    if (comparison === null) return null;
    const median = roundCents(comparison.median);
    return { ...comparison, median, unit, pricePerUnit: roundCents(pricePerUnit), miles: dealMiles, days: dealDays };
  };
}

function roundCents(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}
