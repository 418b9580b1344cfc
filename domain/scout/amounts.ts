/** An amount of money as written: whole dollars, the words around it, and how plainly it is money. */
export type Amount = { dollars: number; quote: string; before: string; after: string; marked: boolean };

const amount = new RegExp(
  [
    '(?<![\\w.,])',
    '(?<currency>(?<!\\$)(?:\\bUS ?)?\\${1,6} ?|\\bUSD ?)?',
    '(?<digits>\\d{1,3}(?:,\\d{3})+|(?<=\\$ ?)\\d{1,3}(?: \\d{3})+(?!\\d)|\\d{1,3}(?:\\.\\d{3})+|\\d{1,10})(?<cents>[.]\\d{1,2}|,\\d{2}(?=$|\\s))?',
    '(?: ?(?<scale>k|m|mm|mil|million|thousand|grand)\\b)?',
    '(?!\\d|[.,]\\d|[a-z])',
    '(?<trailing> ?\\$| ?(?:USD|dollars|bucks)\\b)?',
  ].join(''),
  'gi',
);

const scales: Record<string, number> = { k: 1e3, thousand: 1e3, grand: 1e3, m: 1e6, mm: 1e6, mil: 1e6, million: 1e6 };

/** Context stops where another line starts, so that one line's words never explain the next line's number. */
const lastLine = (text: string) => text.slice(text.lastIndexOf('\n') + 1);
const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

/** '45.5k' is 45,500; '45,000k' is a slip for 45,000. */
function dollarsOf(digits: string, cents: string, scale: string): number {
  const plain = Number(digits.replaceAll(/[., ]/g, '') + cents.replace(',', '.'));
  const factor = scales[scale.toLowerCase()] ?? 1;
  return Math.round(plain >= 1000 && factor > 1 ? plain : plain * factor);
}

const isPhone = (before: string, after: string) => /\d-$/.test(before) || /^-\d{3,4}(?![\d,])/.test(after);

/** Dollars of a match, and whether a sign, a scale or a comma marks it as money; null for metres. */
function readAmount(groups: Record<string, string | undefined>): Pick<Amount, 'dollars' | 'marked'> | null {
  const { currency, digits = '', cents = '', scale = '', trailing } = groups;
  const metres = scale.toLowerCase() === 'm' && currency === undefined && cents === '';
  if (metres) return null;
  const marked = [currency, trailing].some((sign) => sign !== undefined) || scale !== '' || digits.includes(',');
  return { dollars: dollarsOf(digits, cents, scale), marked };
}

/** Every number of `text` that may be money, in order; whether it is the price is for the reader to say. */
export function amountsIn(text: string): Amount[] {
  const amounts: Amount[] = [];
  for (const found of text.matchAll(amount)) {
    const read = readAmount(found.groups ?? {});
    const end = found.index + found[0].length;
    const before = lastLine(text.slice(Math.max(0, found.index - 40), found.index));
    const after = firstLine(text.slice(end, end + 40));
    if (read === null || (!read.marked && isPhone(before, after))) continue;
    amounts.push({ ...read, quote: found[0].trim(), before, after });
  }
  return amounts;
}
