import { streetAfterNumber } from '#domain/geo/address.ts';
import { stateCodes } from '#domain/geo/place-names.ts';
import type { Amount } from './amounts.ts';
import { isNonPriceAmount } from './non-price-amounts.ts';

/** Where an amount occurs. */
export type AmountPlace = 'field' | 'title' | 'details';

/** Without a dollar sign only these make any number a price: 'listing 1007 E Main' is an address. */
const bareLabelBefore =
  /\b(?:asking(?: price)?|price[ds]?|obo|firm at|(?:starting|minimum|opening|min\.?) bid|(?:sells?|selling|offered|sold as[- ]is) for)(?: (?:is|at|for|of|only|just))*[\s:~=-]*$/i;
const bareLabelAfter =
  /^[\s,(*-]*(?:obo|o\.b\.o|or best|or b\/o|firm|cash\b|neg\b|negotiable|asking|as[- ]is|takes? it|reduced)/i;
const streetAhead = new RegExp(`^${streetAfterNumber}`, 'i');
/** A ZIP follows its state. */
const stateBehind = new RegExp(`(?:\\b(?:${stateCodes.join('|')})|\\b[A-Z][a-z]+,? [A-Z][a-z]{3,}),? $`);

const firstYear = 1700;
const lastYear = 2099;

/** People ask for 38,500 or 24,995; years, ZIPs, house numbers and areas end in any digits. */
const isRound = (dollars: number) => /(?:00|[49]50|[49]99|99[05])$/.test(String(dollars));
export const isYear = (dollars: number) => dollars >= firstYear && dollars <= lastYear;

/** Whether a label before a number without a dollar sign, a comma or a 'k' says that it is the price. */
function isLabeledPrice({ textBefore, textAfter }: Amount): boolean {
  return bareLabelBefore.test(textBefore) && !streetAhead.test(textAfter);
}

/** Whether such a number may be the price by the word after it, such as 'cash' or 'firm'. */
function isLikelyPrice({ dollars, textBefore, textAfter }: Amount): boolean {
  return bareLabelAfter.test(textAfter) && isRound(dollars) && !isYear(dollars) && !stateBehind.test(textBefore);
}

/** The topic of the sentence, where the amount itself has no label. */
const otherSubject =
  /\b(?:parking|assessments?|rent(?:s|ed|al)?|tax(?:es)?|fees?|electric|gas|insurance|repairs?|arv|appraised|additional)\b[^.!?;]*$/i;

const labelBefore =
  /(?:asking(?: price)?|(?:sale |selling |list |cash |new |reduced |purchase |low |great |final |firm )?price[ds]?|listed|sell(?:ing)?|(?:be|being) sold|for sale|offered|now|only|just|reduced|lowered|dropped|(?:starting|minimum|opening|min\.?) bid|take|want|wants|buy it now|obo|->|=>)(?: (?:is|at|for|to|of|only|just|now|was set at|reduced to))*[\s:~=(*!-]*(?:to )?$/i;
const toBefore = /\b(?:down )?to[\s:]*$/i;
const labelAfter =
  /^[\s,(*-]*(?:obo|o\.b\.o|or best|or b\/o|firm|cash\b|neg\b|negotiable|asking|as[- ]is|takes? it|total|reduced)/i;

const minUnlabeledDollars = 1000;
/** An amount in the details without a price label. */
const isStray = (before: string, dollars: number) => dollars < minUnlabeledDollars || otherSubject.test(before);

/** Amounts of this weight are marked as money or labeled as a price. */
export const markedWeight = 2;

/** Without a dollar sign, a comma or a 'k'. In a price field a bare number is the price. */
function weighBareAmount(amount: Amount, where: AmountPlace): number {
  if (isLabeledPrice(amount)) return markedWeight;
  if (where === 'field') return labelAfter.test(amount.textAfter) ? markedWeight : 1;
  return Number(isLikelyPrice(amount));
}

/** 0 for no price, otherwise how explicitly this amount is one. */
export function weighAmount(amount: Amount, where: AmountPlace): number {
  const { textBefore, textAfter, dollars } = amount;
  if (isNonPriceAmount(amount)) return 0;
  if (!amount.isMarked) return weighBareAmount(amount, where);
  if (toBefore.test(textBefore)) return 4;
  if (labelAfter.test(textAfter) || labelBefore.test(textBefore)) return 3;
  return where === 'details' && isStray(textBefore, dollars) ? 0 : markedWeight;
}
