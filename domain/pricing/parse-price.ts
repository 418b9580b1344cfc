import { type Amount, findAmounts, mentionsForeignMoney } from './amounts.ts';
import { type AmountPlace, isYear, markedWeight, weighAmount } from './weigh-amount.ts';
import { type NormalizedText, normalizeText } from '#domain/text/text-normalization.ts';

/** Whole US dollars, and the words they were read from. */
export type ParsedPrice = { price: number; quote: string };

const priceLimits = { lowest: 1, highest: 10_000_000 } as const;
/** In running text a small amount is a fee, a token bid or a count, never a property's price. */
const minDollars: Record<AmountPlace, number> = { field: 0, title: 100, details: 100 };
/** A price occurs at the beginning, if anywhere. */
const maxTextLength = 8000;
const maxTitleLength = 1000;
/** Length of both texts, including invisible characters. */
const maxTotalLength = 20_000;
/** Placeholders that sellers type where a site requires a number. */
const placeholderPrices = new Set([
  1, 12, 123, 1234, 12_345, 123_456, 1_234_567, 1111, 11_111, 111_111, 9999, 99_999, 999_999, 9_999_999,
]);

/** '40-45k' is 40k to 45k, but 'lot 3 - 45k' is no range. */
function applyScale(first: Amount, { scale, dollars }: Amount): void {
  if (scale === first.scale || first.dollars >= 1000 || first.dollars * scale * 3 < dollars) return;
  first.dollars *= scale;
  first.isMarked = true;
}

/** Whether only a dash or 'to' stands between two amounts; '2001 - 35000' is a year and a price. */
function followsInRange(first: Amount, { textBefore }: Amount): boolean {
  if (!textBefore.includes(first.quote) || (isYear(first.dollars) && !first.isMarked)) return false;
  return /^ ?(?:[-–—]|to) ?$/.test(textBefore.slice(textBefore.lastIndexOf(first.quote) + first.quote.length));
}

/** The ends of a range are closer than this; '$650 - $42,000' are two amounts. */
const maxRangeFactor = 10;

/** '$40,000 - 45,000' and '40-45k' are one price, from its lower end; a single amount is a range of one. */
function groupRanges(amounts: Amount[]): Amount[][] {
  const ranges: Amount[][] = [];
  for (const amount of amounts) {
    const last = ranges.at(-1)?.at(-1);
    const joined = last !== undefined && followsInRange(last, amount);
    if (joined) applyScale(last, amount);
    if (joined && amount.dollars > last.dollars && amount.dollars <= maxRangeFactor * last.dollars)
      ranges.at(-1)?.push(amount);
    else ranges.push([amount]);
  }
  return ranges;
}

/** The most explicit price of at least this weight. */
function findBestPrice(text: string, where: AmountPlace, minWeight = 1): ParsedPrice | null {
  let best: ParsedPrice | null = null;
  let heaviest = minWeight - 1;
  for (const range of groupRanges(findAmounts(text))) {
    const weights = range.map((amount) => weighAmount(amount, where));
    const own = weights.includes(0) ? 0 : Math.max(...weights);
    const [lowest] = range;
    if (own <= heaviest || lowest === undefined || lowest.dollars < minDollars[where]) continue;
    heaviest = own;
    best = { price: lowest.dollars, quote: lowest.quote };
  }
  return best;
}

/**
 * The title's price takes precedence over the details', which also mention rents, taxes and repairs; but a number that is
 * not marked as money is the price only where none is.
 */
function findPriceInText(text: string): ParsedPrice | null {
  const end = text.includes('\n') ? text.indexOf('\n') : text.length;
  const title = text.slice(0, Math.min(end, maxTitleLength));
  const details = text.slice(end, end + maxTextLength);
  const marked = findBestPrice(title, 'title', markedWeight) ?? findBestPrice(details, 'details', markedWeight);
  return marked ?? findBestPrice(title, 'title') ?? findBestPrice(details, 'details');
}

const isNegative = (ownPrice: string) => /^\s*-\$?\d/.test(ownPrice);

/**
 * In a price field whitespace and apostrophes between groups of three digits are commas: '45 000', "45'000", '45, 000'.
 */
const insertCommas = (ownPrice: string) => ownPrice.replaceAll(/(?<=\d)(?:[\s']|,\s)(?=\d{3}(?!\d))/g, ',');

const phonePattern = /(?<!\d)\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/g;
const normalizeField = (ownPrice: string): string =>
  insertCommas(normalizeText('figures', ownPrice.slice(0, maxTitleLength)).normalized.replaceAll(phonePattern, ''));

const parseOwnPrice = (ownPrice: number | string): ParsedPrice | null =>
  typeof ownPrice === 'number'
    ? { price: Math.round(ownPrice), quote: String(ownPrice) }
    : findBestPrice(isNegative(ownPrice) ? '' : normalizeField(ownPrice), 'field');

const isPlausiblePrice = ({ price }: ParsedPrice) => price >= priceLimits.lowest && price <= priceLimits.highest;

/** Whether the text contains this amount only in a foreign currency. */
function isForeignIn(plain: string, { price }: ParsedPrice): boolean {
  if (!mentionsForeignMoney(plain)) return false;
  const same = findAmounts(plain.slice(0, maxTextLength)).filter(({ dollars }) => dollars === price);
  return same.length > 0 && same.every(({ isForeign }) => isForeign);
}

const hasForeignAmount = (plain: string) =>
  mentionsForeignMoney(plain) && findAmounts(plain.slice(0, maxTextLength)).some(({ isForeign }) => isForeign);

/** Why no price could be read: whether there is one in a foreign currency. */
export function isForeignPrice(ownPrice: number | string | undefined, text: string): boolean {
  return (
    hasForeignAmount(normalizeField(String(ownPrice ?? ''))) ||
    hasForeignAmount(normalizeText('figures', text.slice(0, maxTotalLength)).normalized)
  );
}

/** The words of a price as they were given. */
const restoreQuote = (
  read: ParsedPrice,
  ownPrice: number | string | undefined,
  { toOriginal: literal }: NormalizedText,
): ParsedPrice => {
  const words = literal(read.quote);
  if (words !== null) return { ...read, quote: words };
  return {
    ...read,
    quote: typeof ownPrice === 'string' && !ownPrice.includes(read.quote) ? ownPrice.trim() : read.quote,
  };
};

/** The text takes precedence over '45' where it says '45k', and over placeholders. */
function choosePrice(own: ParsedPrice | null, plain: string): ParsedPrice | null {
  const saysNothing = own === null || own.price === 0 || Number.isNaN(own.price) || placeholderPrices.has(own.price);
  if (!saysNothing && own.price >= 1000) return own;
  const read = findPriceInText(plain);
  return saysNothing || read?.price === own.price * 1000 ? (read ?? own) : own;
}

/**
 * The price of an offer. `ownPrice` is the source's own price; for 0, a placeholder and words such as 'make offer' the
 * price is read from `text`, the title on its first line and the details below. Null where there is none, where it is
 * not 1 to 10,000,000 dollars, or where it is in a foreign currency.
 */
export function parsePrice(ownPrice: number | string | undefined, text: string): ParsedPrice | null {
  const reading = normalizeText('figures', text.slice(0, maxTotalLength));
  const own = parseOwnPrice(ownPrice ?? '');
  if (own === null && hasForeignAmount(normalizeField(String(ownPrice ?? '')))) return null;
  const read = choosePrice(own, reading.normalized);
  if (read === null || !isPlausiblePrice(read) || isForeignIn(reading.normalized, read)) return null;
  return restoreQuote(read, ownPrice, reading);
}
