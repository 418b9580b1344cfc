import type { DealFigures } from '#domain/deal/contract.ts';
import type { PropertyType } from '#domain/listing/contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';

const unitNames: Record<DealFigures['unit'], string> = { 'square foot': 'sq ft', acre: 'acre' };

/** '$31.50 per sq ft', '$5,200 per acre': cents only where they count. */
export function formatUnitPrice(price: number, unit: DealFigures['unit']): string {
  const hasCents = price < 100 && !Number.isInteger(price);
  return `${hasCents ? `$${price.toFixed(2)}` : formatWholeDollars(price)} per ${unitNames[unit]}`;
}

/** 'Cheapest 10% of 214'. */
export function describeDeal({ cheapestPercent, count }: DealFigures): string {
  return `Cheapest ${cheapestPercent}% of ${count.toLocaleString('en-US')}`;
}

/** '42% under $53 per sq ft, the median of 214 house offers within 25 miles, last 365 days.' */
export function describeComparison(deal: DealFigures, type: PropertyType | null): string {
  const { pricePerUnit, median, unit, count, miles, days } = deal;
  const percent = Math.round((100 * Math.abs(median - pricePerUnit)) / median);
  const difference = percent === 0 ? 'At' : `${percent}% ${pricePerUnit < median ? 'under' : 'over'}`;
  const offers = `${count.toLocaleString('en-US')} ${type === null ? '' : `${type} `}offers`;
  return `${difference} ${formatUnitPrice(median, unit)}, the median of ${offers} within ${miles} miles, last ${days} days.`;
}
