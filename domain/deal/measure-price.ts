import { type FactsText, readSize } from '#domain/figures/read-facts.ts';
import type { DealFigures } from './contract.ts';

/** The price of a dwelling for its living area, of raw land for its acres; null where the listing does not tell them. */
export function measurePrice(
  listing: FactsText & { price: number },
): Pick<DealFigures, 'unit' | 'pricePerUnit'> | null {
  const size = readSize(listing);
  const unit = listing.propertyType === 'raw land' ? 'acre' : 'square foot';
  return size && { unit, pricePerUnit: listing.price / size.value };
}
