import { type IntakeItem, intakeItem, type PropertyType } from '#domain/listing/contract.ts';
import type { HeldItem, ListingFacts, Place, Reason } from '#domain/listing/events.ts';
import type { Corrections } from '#domain/review/review.contract.ts';
import { typeIn } from '#domain/classification/judge.ts';
import { readPrice } from '#domain/pricing/price.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { priceReason, textsOf } from '../pipeline/understand.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';

const highestPrice = 10_000_000;
const placeFields = ['zipCode', 'city', 'state', 'latitude', 'longitude'] as const;

type Priced = { price: number; reasons: Reason[] };
type Typed = { propertyType: PropertyType; reasons: Reason[] };

/** The listing that a held item is once a person has put it right. Throws Problem 400 naming the field that lacks. */
export function correctedFacts(held: HeldItem, corrections: Corrections, gazetteer: Gazetteer): ListingFacts {
  const { propertyType, ...fields } = corrections;
  const item = merged(held, fields);
  const priced = pricedBy(item, corrections);
  if (priced === null) throw new Problem(400, 'price is needed: give one from $1 to $10,000,000');
  const place: Place | null = gazetteer.locate(item);
  if (place === null) {
    throw new Problem(400, 'place is needed: give a zipCode, a city with its state, or coordinates that are known');
  }
  const typed = typedBy(item, priced.price, propertyType);
  if (typed === null) {
    throw new Problem(400, 'propertyType is needed: say house, mobile home, raw land or tiny home');
  }
  return {
    source: held.source,
    ...textsOf(item),
    price: priced.price,
    place,
    propertyType: typed.propertyType,
    reasons: [...priced.reasons, ...typed.reasons],
  };
}

/** The names of what differs from the item as it came, in the order of the contract. */
export function correctedFields(held: HeldItem, corrections: Corrections): string[] {
  return Object.entries(corrections)
    .filter(([name, value]) => value !== undefined && value !== held.item[name])
    .map(([name]) => name);
}

/** A place that a person gives stands for the whole place: coordinates that came with it say something else. */
function merged(held: HeldItem, fields: Omit<Corrections, 'propertyType'>): IntakeItem {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const isNamed = 'city' in given || 'state' in given;
  const isPlaced = placeFields.some((name) => name in given);
  const left = isPlaced ? placeFields.filter((name) => !isNamed || (name !== 'city' && name !== 'state')) : [];
  const forgotten = Object.fromEntries(left.map((name) => [name, null]));
  return intakeItem.parse({ ...held.item, ...forgotten, ...given });
}

/** A person's number is the price, whatever the text says of money. */
function pricedBy(item: IntakeItem, { price }: Corrections): Priced | null {
  if (typeof price === 'number') {
    const whole = Math.round(price);
    return whole >= 1 && whole <= highestPrice ? { price: whole, reasons: [] } : null;
  }
  const read = readPrice(item.price, price === undefined ? `${item.title}\n${item.details ?? ''}` : '');
  if (read === null) return null;
  return { price: read.price, reasons: price === undefined ? priceReason(item, read) : [] };
}

/** Words are quoted only for the type that they name. */
function typedBy({ title, details = '' }: IntakeItem, price: number, said: PropertyType | undefined): Typed | null {
  const named = typeIn({ title, details, price });
  if (said !== undefined && said !== named?.propertyType) return { propertyType: said, reasons: [] };
  return named && { propertyType: named.propertyType, reasons: named.reasons };
}
