import { streetAfterNumber } from '#domain/geo/address.ts';

/**
 * An amount of money as written: whole dollars, the words around it, how explicitly it is money, whether it has a
 * dollar sign, and the factor of 'k' or 'million'. `isForeign`: not in US dollars.
 */
export type Amount = {
  dollars: number;
  quote: string;
  textBefore: string;
  textAfter: string;
  isMarked: boolean;
  isSigned: boolean;
  scale: number;
  isForeign: boolean;
};

const scaleWords = 'k|m|mm|mil|million|thousand|grand';
/** '123 K St' and '812 Grand Ave' are addresses. */
const amountPattern = new RegExp(
  [
    '(?<![\\w.,]|\\d/)',
    '(?<currency>(?<!\\$)(?:\\bUS ?)?\\${1,6} ?|\\bUSD ?)?',
    '(?<digits>\\d{1,3}(?:,\\d{3})+|(?<=\\$ ?)\\d{1,3}(?: \\d{3})+(?!\\d)|\\d{1,3}(?:\\.\\d{3})+|\\d{1,10})(?<cents>[.]\\d{1,2}|,\\d{2}(?=$|\\s))?',
    `(?! (?:${scaleWords})(?:${streetAfterNumber}))`,
    `(?: ?(?<scale>${scaleWords})\\b)?`,
    '(?!\\d|[.,]\\d|[a-z])',
    '(?<trailing> ?\\$(?! ?\\d)| ?(?:USD|dollars|bucks)\\b)?',
  ].join(''),
  'gi',
);

const scales: Record<string, number> = { k: 1e3, thousand: 1e3, grand: 1e3, m: 1e6, mm: 1e6, mil: 1e6, million: 1e6 };

/** 'C$45,000', 'EUR 45.000': normalization turns '€' and other currency signs into '¤'. */
const foreignBefore =
  /(?:[£¥¤]|\b(?:C|CA|CAN|CDN|A|AU|NZ|HK|SG|R|MX|Mex|NT)\$|\b(?:CAD|CDN|EUR|GBP|MXN|AUD|NZD|CHF|JPY|INR|CNY|RMB|BRL|PHP|SEK|NOK|DKK|ZAR|Rs|[Ee]uros?|[Pp]esos?)\.?[ :]?\$?) ?$/;
/** After an amount with a dollar sign: only currencies that also use that sign. */
const foreignDollars =
  /^ ?[(]?(?:CAD|CDN|CA|MXN|MX|AUD|NZD|HKD|canadian|australian|mexican|pesos?|(?:mil|thousand) pesos)\b(?! ?\$?\d)/i;
const foreignAfter =
  /^ ?[(]?(?:[£¥¤]|(?:CAD|CDN|EUR|GBP|MXN|AUD|NZD|CHF|JPY|INR|CNY|RMB|BRL|PHP|SEK|NOK|DKK|ZAR|euros?|pounds?|sterling|quid|pesos|(?:mil|thousand) pesos|canadian|rupees|reais|yen|kc|zl|francs)(?!\w))(?! ?\$?\d)/i;

/** Whether a text mentions a foreign currency. */
export const mentionsForeignMoney = (text: string): boolean =>
  /[£¥¤]|[a-z]\$|\b(?:cad|cdn|eur|gbp|mxn|aud|nzd|hkd|chf|jpy|inr|cny|rmb|brl|php|sek|nok|dkk|zar|rs|kc|zl|mx|ca|euros?|pounds?|sterling|quid|pesos?|canadian|australian|mexican|rupees|reais|yen|francs)\b/i.test(
    text,
  );

/** Context ends at a line break, so that one line's words never explain the next line's number. */
const readLastLine = (text: string) => text.slice(text.lastIndexOf('\n') + 1);
const readFirstLine = (text: string) => text.split('\n', 1)[0] ?? '';

/** '45.5k' is 45,500; '45,000k' is a typo for 45,000. */
function toDollars(digits: string, cents: string, scale: string): number {
  const plain = Number(digits.replaceAll(/[., ]/g, '') + cents.replace(',', '.'));
  const factor = scales[scale.toLowerCase()] ?? 1;
  return Math.round(plain >= 1000 && factor > 1 ? plain : plain * factor);
}

const isPhoneNumber = (before: string, after: string) => /\d-$/.test(before) || /^-\d{3,4}(?![\d,])/.test(after);

/** Dollars of a match, and whether a sign, a scale or a comma marks it as money; null for metres. */
function readAmount(
  groups: Record<string, string | undefined>,
): Pick<Amount, 'dollars' | 'isMarked' | 'isSigned' | 'scale'> | null {
  const { currency, digits = '', cents = '', scale = '', trailing } = groups;
  const metres = scale.toLowerCase() === 'm' && currency === undefined && cents === '';
  if (metres) return null;
  const isSigned = [currency, trailing].some((sign) => sign !== undefined);
  const isMarked = isSigned || scale !== '' || digits.includes(',');
  return { dollars: toDollars(digits, cents, scale), isMarked, isSigned, scale: scales[scale.toLowerCase()] ?? 1 };
}

/** Every number of `text` that may be money, in order; the caller decides whether it is the price. */
export function findAmounts(text: string): Amount[] {
  const amounts: Amount[] = [];
  for (const match of text.matchAll(amountPattern)) {
    const read = readAmount(match.groups ?? {});
    const end = match.index + match[0].length;
    const textBefore = readLastLine(text.slice(Math.max(0, match.index - 40), match.index));
    const textAfter = readFirstLine(text.slice(end, end + 40));
    if (read === null || (!read.isMarked && isPhoneNumber(textBefore, textAfter))) continue;
    const isForeign = foreignBefore.test(textBefore) || (read.isSigned ? foreignDollars : foreignAfter).test(textAfter);
    amounts.push({ ...read, quote: match[0].trim(), textBefore, textAfter, isForeign });
  }
  return amounts;
}
