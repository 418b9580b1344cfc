import type { DealFigures } from '#domain/deal/contract.ts';
import type { PropertyType } from '#domain/listing/contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';

const unitNames: Record<DealFigures['unit'], string> = { 'square foot': 'sq ft', acre: 'acre' };
const typeNames: Record<PropertyType, string> = {
  house: 'houses',
  'mobile home': 'mobile homes',
  'raw land': 'parcels of raw land',
  'tiny home': 'tiny homes',
};

/** '$31.50 per sq ft', '$5,200 per acre': cents only where they count. */
export function formatUnitPrice(price: number, unit: DealFigures['unit']): string {
  const hasCents = price < 100 && !Number.isInteger(price);
  return `${hasCents ? `$${price.toFixed(2)}` : formatWholeDollars(price)} per ${unitNames[unit]}`;
}

/** 'Cheapest 10% of 214'. */
export function describeDeal({ cheapestPercent, count }: DealFigures): string {
  return `Cheapest ${cheapestPercent}% of ${count.toLocaleString('en-US')}`;
}

/** '42% under the median of $53 per sq ft, among 214 other houses ...'. */
export function describeComparison(deal: DealFigures, type: PropertyType | null): string {
  const { pricePerUnit, median, unit, count, miles, days } = deal;
  const percent = Math.round((100 * Math.abs(median - pricePerUnit)) / median);
  const difference = percent === 0 ? 'At' : `${percent}% ${pricePerUnit < median ? 'under' : 'over'}`;
  const others = `${count.toLocaleString('en-US')} other ${type === null ? 'listings' : typeNames[type]}`;
  return `${difference} the median of ${formatUnitPrice(median, unit)}, among ${others} within ${miles} miles of your ZIP in the last ${days} days.`;
}
