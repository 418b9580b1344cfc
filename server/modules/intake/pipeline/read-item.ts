import { type IntakeItem, type LeftOutField, type ReadIntakeItem } from '#domain/listing/contract.ts';
import { toLeftOutField } from '#domain/listing/optional-fields.contract.ts';
import type { ItemReading } from '#domain/listing/facts.contract.ts';
import { presentPrice } from '#domain/shared/money.contract.ts';
import { classify, detectType } from '#domain/classification/classify.ts';
import { parsePropertyType } from '#domain/classification/property-type.ts';
import type { ClassificationVerdict } from '#domain/classification/verdict.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import { extractPrice, isPlausibleTime, listQuotes, locateItem } from './parse-item.ts';

type PresentedItem = { reading: ItemReading; verdict: ClassificationVerdict };

/** What the rules read from an item, for people, whatever its outcome is. */
export function presentReading(item: IntakeItem, gazetteer: Gazetteer): PresentedItem {
  const { parsedPrice, listingText } = extractPrice(item);
  const verdict = classify(listingText);
  const place = locateItem(item, gazetteer);
  const reading = {
    ...presentPrice(listingText.price),
    propertyType: detectType(listingText)?.propertyType ?? null,
    place: place && { zipCode: place.zipCode, city: place.city, state: place.state },
    reasons: listQuotes(item, parsedPrice, verdict),
  };
  return { reading, verdict };
}

/** The optional fields of an item that tell the scout nothing, and why. */
export function findLeftOutFields({ checked, leftOut }: ReadIntakeItem, gazetteer: Gazetteer): LeftOutField[] {
  return checked.success ? [...leftOut, ...findMeaninglessFields(checked.data, gazetteer)] : leftOut;
}

function findMeaninglessFields(item: IntakeItem, gazetteer: Gazetteer): LeftOutField[] {
  const { postedAt, zipCode, latitude, longitude, propertyType } = item;
  const point = `${latitude ?? '?'}, ${longitude ?? '?'}`;
  // Many sources write 0, 0 for an unknown point.
  const hasPoint = [latitude, longitude].some(Boolean);
  const isAbroad = hasPoint && gazetteer.locate({ latitude, longitude }) === null;
  return [
    ...checkField('postedAt', postedAt, isPlausibleTime, 'postedAt is before 1990 or in the future'),
    ...checkField('zipCode', zipCode, (zip) => gazetteer.locate({ zipCode: zip }) !== null, unknownZipReason),
    ...(isAbroad ? [toLeftOutField('latitude, longitude', point, 'the point is not in the United States')] : []),
    ...checkField('propertyType', propertyType, (type) => parsePropertyType(type) !== null, unknownTypeReason),
  ];
}

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
