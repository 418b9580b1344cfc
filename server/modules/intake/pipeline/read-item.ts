import type { IntakeItem, LeftOutField, ReadIntakeItem } from '#domain/listing/contract.ts';
import { toLeftOutField } from '#domain/listing/optional-fields.contract.ts';
import type { ItemReading } from '#domain/listing/facts.contract.ts';
import { presentPrice } from '#domain/shared/money.contract.ts';
import { detectType } from '#domain/classification/classify.ts';
import type { WeightTable } from '#domain/classification/model.ts';
import { parsePropertyType } from '#domain/classification/vocabulary/property-type.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import { isPlausibleTime, judgeText, listQuotes, understandItem, type UnderstoodItem } from './parse-item.ts';

/** What the rules read from an item, for people, whatever its outcome is. */
export function readItem(item: IntakeItem, gazetteer: Gazetteer, table?: WeightTable): ItemReading {
  return presentReading(understandItem(item, gazetteer, judgeText(item, table)), table);
}

/** The same for an item that was read already. */
export function presentReading(
  { item, parsedPrice, listingText, verdict, place }: UnderstoodItem,
  table?: WeightTable,
): ItemReading {
  const likely = verdict.verdict === 'match' ? verdict : detectType(listingText, table);
  return {
    ...presentPrice(listingText.price),
    propertyType: likely?.propertyType ?? null,
    place: place && { zipCode: place.zipCode, city: place.city, state: place.state },
    reasons: listQuotes(item, parsedPrice, verdict),
  };
}

/** The optional fields of an item that tell the scout nothing, and why; `understood` is null if it is not readable. */
export function findLeftOutFields(
  { leftOut }: ReadIntakeItem,
  understood: UnderstoodItem | null,
  gazetteer: Gazetteer,
): LeftOutField[] {
  return understood === null ? leftOut : [...leftOut, ...findMeaninglessFields(understood, gazetteer)];
}

function findMeaninglessFields({ item, place }: UnderstoodItem, gazetteer: Gazetteer): LeftOutField[] {
  const { postedAt, zipCode, latitude, longitude, propertyType } = item;
  const point = `${latitude ?? '?'}, ${longitude ?? '?'}`;
  // Many sources write 0, 0 for an unknown point.
  const hasPoint = [latitude, longitude].some(Boolean);
  const isAbroad = hasPoint && place?.basis !== 'coordinates';
  const abroad = isAbroad ? [toLeftOutField('latitude, longitude', point, abroadReason)] : [];
  return [
    ...checkField('postedAt', postedAt, isPlausibleTime, 'postedAt is before 1990 or in the future'),
    ...checkField('zipCode', zipCode, (zip) => gazetteer.zip(zip) !== null, unknownZipReason),
    ...abroad,
    ...checkField('propertyType', propertyType, (type) => parsePropertyType(type) !== null, unknownTypeReason),
  ];
}

const abroadReason = 'the point is not in the United States';
const unknownZipReason = 'zipCode is no known US ZIP code';
const unknownTypeReason = 'propertyType names no known type';

/** Whether the value of a field, if there is one, means something. */
function checkField(
  field: string,
  value: string | undefined,
  isKnown: (value: string) => boolean,
  reason: string,
): LeftOutField[] {
  return value === undefined || isKnown(value) ? [] : [toLeftOutField(field, value, reason)];
}
