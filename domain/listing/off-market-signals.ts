import type { PropertyType } from './property-types.contract.ts';
import type { QuotedReason } from './facts.contract.ts';

/** The reasons that make a listing an off-market one: its price and its type are facts that members see anyway. */
export function selectOffMarketSignals(reasons: readonly QuotedReason[], propertyType: PropertyType): QuotedReason[] {
  return reasons.filter(({ says }) => !says.toLowerCase().startsWith(propertyType) && !says.startsWith('Price $'));
}
