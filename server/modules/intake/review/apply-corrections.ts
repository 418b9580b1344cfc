import { type IntakeItem, intakeItem, placeFields } from '#domain/listing/contract.ts';
import { namedParts } from '#domain/listing/place-text.contract.ts';
import { type PropertyType, propertyTypeList } from '#domain/listing/property-types.contract.ts';
import type { HeldItem, ListingFacts, ListingLocation } from '#domain/listing/events.ts';
import type { QuotedReason } from '#domain/listing/facts.contract.ts';
import type { Corrections } from '#domain/review.contract.ts';
import { detectType } from '#domain/classification/classify.ts';
import type { WeightTable } from '#domain/classification/model.ts';
import { parsePrice } from '#domain/pricing/parse-price.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { locateItem, toPriceReasons, normalizeTexts } from '../pipeline/parse-item.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';

const maxPrice = 10_000_000;

type PriceResult = { price: number; reasons: QuotedReason[] };
type TypeResult = { propertyType: PropertyType; reasons: QuotedReason[] };

/**
 * The listing that a held item becomes with the corrections of an admin. Throws HttpError 400 naming the missing field.
 */
export function applyCorrections(
  heldItem: HeldItem,
  corrections: Corrections,
  { gazetteer, table }: { gazetteer: Gazetteer; table: WeightTable | undefined },
): ListingFacts {
  const { propertyType, ...fields } = corrections;
  const item = mergeCorrections(heldItem, fields);
  const priced = resolvePrice(item, corrections);
  if (priced === null) throw new HttpError(400, 'price: enter a price from $1 to $10,000,000');
  const place: ListingLocation | null = locateItem(item, gazetteer);
  if (place === null) {
    throw new HttpError(400, 'place: enter a known ZIP code, city and state, county and state, or coordinates');
  }
  const named = detectType({ title: item.title, details: item.details ?? '', price: priced.price }, table);
  const typed = resolveType(named, propertyType);
  if (typed === null) {
    throw new HttpError(400, `propertyType: choose ${propertyTypeList}`);
  }
  return {
    source: heldItem.source,
    ...normalizeTexts(item),
    price: priced.price,
    place,
    propertyType: typed.propertyType,
    reasons: [...priced.reasons, ...typed.reasons],
  };
}

/** The names of the fields that differ from the original item, in the order of the contract. */
export function listCorrectedFields(heldItem: HeldItem, corrections: Corrections): string[] {
  return Object.entries(corrections)
    .filter(([name, value]) => value !== undefined && value !== heldItem.item[name])
    .map(([name]) => name);
}

/** A place given by an admin replaces the whole place, including coordinates that came with the item. */
function mergeCorrections(heldItem: HeldItem, fields: Omit<Corrections, 'propertyType'>): IntakeItem {
  const provided = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const isNamed = namedParts.some((name) => name in provided);
  const isPlaced = placeFields.some((name) => name in provided);
  const keptFields = new Set<string>(isNamed ? namedParts : []);
  const replaced = [...(isPlaced ? placeFields : []), ...('parcel' in provided ? (['apn'] as const) : [])];
  const cleared = Object.fromEntries(replaced.filter((name) => !keptFields.has(name)).map((name) => [name, null]));
  return intakeItem.parse({ ...heldItem.item, ...cleared, ...provided });
}

/** A number given by an admin is the price, whatever the text says. */
function resolvePrice(item: IntakeItem, { price }: Corrections): PriceResult | null {
  if (typeof price === 'number') {
    const whole = Math.round(price);
    return whole >= 1 && whole <= maxPrice ? { price: whole, reasons: [] } : null;
  }
  const read = parsePrice(item.price, price === undefined ? `${item.title}\n${item.details ?? ''}` : '');
  if (read === null) return null;
  return { price: read.price, reasons: price === undefined ? toPriceReasons(item, read) : [] };
}

/** The quoted words are kept only for the type that they name. */
function resolveType(named: TypeResult | null, chosenType: PropertyType | undefined): TypeResult | null {
  if (chosenType !== undefined && chosenType !== named?.propertyType) return { propertyType: chosenType, reasons: [] };
  return named && { propertyType: named.propertyType, reasons: named.reasons };
}
