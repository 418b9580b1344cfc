import type { QuotedReason } from '#domain/listing/facts.contract.ts';
import { addressLabel, findNamedType, findQuoted, type LikelyType, quotePlace, rentExplanation } from './explain.ts';
import { listingFields } from './feature.ts';
import type { Reading } from './reading.ts';
import { findNormalizedSignals } from './signals.ts';
import { thresholds } from './thresholds.ts';
import type { Sense } from './vocabulary/phrases.ts';

const rentOffer = /(?:for|4) (?:rent|lease)$/;

/** The words of a title that offers it for rent and not for sale, at less than the price of a home. */
export function findRentOffer({ evidence, texts, price }: Reading): QuotedReason | null {
  const isForSale = evidence.title.some(({ sense }) => sense === 'sale' || sense === 'rentToOwn');
  if (isForSale || (price ?? 0) >= thresholds.maxMonthlyRent) return null;
  const quotes = evidence.title
    .filter(({ sense, role }) => sense === 'rent' && role !== 'denied')
    .map(({ at, end }) => texts.title.slice(at, end));
  const quote = quotes.find((words) => rentOffer.test(words));
  return quote === undefined ? null : { says: rentExplanation.says, quote };
}

const rentSenses: Sense[] = ['rent', 'rentHint', 'amenity'];
const sellingSenses: Sense[] = ['sale', 'rentToOwn', 'rentedOut', 'bare', 'legal', 'mobileHint'];

const findHeads = ({ evidence }: Reading) =>
  listingFields.flatMap((field) =>
    evidence[field].filter(({ role }) => role === 'head').map((item) => ({ ...item, field })),
  );

/** Where the price is a bid or a debt, it may be as low as it likes. */
const bidWords =
  /(?<!\w)(?:tax(?:es)?|auction\w*|bids?|bidding|sheriff'?s?|foreclos\w+|repository|deeds?|delinq\w*|surplus|land bank|treasurer'?s?|judicial|liens?|upset|back ?taxes)(?!\w)/;

const isBid = ({ texts }: Reading): boolean => bidWords.test(`${texts.title} ${texts.details}`);

const isSelling = (reading: Reading): boolean =>
  isBid(reading) ||
  findHeads(reading).some(({ sense }) => sellingSenses.includes(sense)) ||
  findNormalizedSignals(reading.texts.title, reading.texts.details).length > 0;

const isDwelling = ({ type, reason }: LikelyType) => type !== 'raw land' && reason.says !== addressLabel;

/** Of a flat in a city, or known by its rooms alone. */
const flatWords = /condo|loft|apartment|\bapt|studio|penthouse|\bflat|\d|bed|room/i;

/** The highest rent of a month that such a home may have. */
function findMostRent(reading: Reading, { type, reason: { quote } }: LikelyType): number {
  if (type !== 'house' && findNamedType(reading, type) !== null) return thresholds.maxMobileRent;
  return flatWords.test(quote) ? thresholds.maxCityRent : thresholds.maxHouseRent;
}

const saleWords = /(?<!\w)(?:(?:for |4 )?sale|sell\w*|sold|o\.?b\.?o|cash|offers?|buyers?|title)(?!\w)/;

/** At a price below that of any house only these tell: a house to let may need a little love too. */
function isSold(reading: Reading, { type }: LikelyType): boolean {
  const isBelowHouses = type === 'house' && (reading.price ?? 0) < thresholds.minHousePrice;
  const text = `${reading.texts.title} ${reading.texts.details}`;
  return isBelowHouses ? isBid(reading) || saleWords.test(text) : isSelling(reading);
}

/** A dwelling that no word offers for sale, at no more than a month's rent. */
export const isRentLike = (reading: Reading, likely: LikelyType): boolean =>
  isDwelling(likely) &&
  reading.price !== null &&
  reading.price < findMostRent(reading, likely) &&
  !isSold(reading, likely);

/** 'For sale or rent' at no more than a month's rent. */
export const findOption = (reading: Reading): QuotedReason | null =>
  (reading.price ?? thresholds.maxUnitRent) < thresholds.maxUnitRent
    ? findQuoted(reading, 'Rent to own', ['rentToOwn'])
    : null;

/** A dwelling at the price of its furniture. */
export const isTooCheap = (reading: Reading, likely: LikelyType): boolean =>
  isDwelling(likely) && reading.price !== null && reading.price < thresholds.minDwellingPrice && !isBid(reading);

/** The words that go with renting where none goes with selling, and the price is one of a month. */
export function findRentAtPrice(reading: Reading): QuotedReason[] {
  const { price } = reading;
  if (price === null || price >= thresholds.maxUnitRent || isSelling(reading)) return [];
  const heads = findHeads(reading);
  if (!heads.some(({ sense }) => sense === 'house' || sense === 'home' || sense === 'rooms')) return [];
  return heads
    .filter(({ sense }) => rentSenses.includes(sense))
    .slice(0, 2)
    .map((item) => ({ says: rentExplanation.says, quote: quotePlace(reading, item) }));
}
