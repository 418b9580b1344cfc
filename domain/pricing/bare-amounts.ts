import { streetAfterNumber } from '#domain/geo/address.ts';
import { stateCodes } from '#domain/geo/place-names.ts';
import type { Amount } from './amounts.ts';

/** Without a dollar sign only these make any number a price: 'listing 1007 E Main' is an address. */
const labelBefore =
  /\b(?:asking(?: price)?|price[ds]?|obo|firm at|(?:starting|minimum|opening|min\.?) bid|(?:sells?|selling|offered|sold as[- ]is) for)(?: (?:is|at|for|of|only|just))*[\s:~=-]*$/i;
const labelAfter =
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
export function isLabeledPrice({ textBefore, textAfter }: Amount): boolean {
  return labelBefore.test(textBefore) && !streetAhead.test(textAfter);
}

/** Whether such a number may be the price by the word after it, such as 'cash' or 'firm'. */
export function isLikelyPrice({ dollars, textBefore, textAfter }: Amount): boolean {
  return labelAfter.test(textAfter) && isRound(dollars) && !isYear(dollars) && !stateBehind.test(textBefore);
}
