import type { Amount } from './amounts.ts';

const nonPriceWords =
  'down(?! (?:from|to)\\b)|deposits?|earnest|off\\b(?!.?market)|discount|taxes|tax\\b|rent(?!.?ready|al ready)|rental income|repairs?|work\\b|upgrades?|improvements|renovations?|hoa|dues|fees?|closing|credit|equity|income|cash.?flow|profit|appraisal|appraised|arv\\b|value\\b|lien|mortgage|loan|insurance|payments?|owed|past due|below|under|less than|cash ?back|savings|bonus|assignment|bids?\\b|mo?n?th|monthly|weekly|parking|assessments?|additional|extra|more\\b|each additional|fha|reserves?|gold\\b|resolution|drone|cameras?|tv\\b|video';
const unitWords =
  'acres?|ac\\b|sq|sf\\b|square|ft|feet|foot|miles?|mi\\b|km\\b|lots?\\b|units?\\b|beds?|br\\b|bd|baths?|ba\\b|people|residents|minutes|hours|years?|yr|gallons?|lbs|watts?|btu';

const nonPriceAfter = [
  // '$950/mo', '$950 per month', '$5,000 an acre', '$10 sq ft'
  /^ ?(?:\/|per |an? |each |every )\s?(?:m\b|mo|mth|mnth|wk|week|night|day|yr|year|annum|acre|ac\b|sq|sf\b|ft|foot|person|head|space|month)/i,
  /^ ?\+? ?-?(?:mo\b|mos\b|mth|mnth|pm\b|month|monthly|weekly|nightly|annually|yearly)/i,
  new RegExp(
    `^ ?\\+? ?(?:in |of |for |worth of |towards? )?(?:(?:the|first|last|security|back|unpaid|property|annual|yearly|county|of|worth|potential|needed|required|monthly) ){0,3}(?:${nonPriceWords})`,
    'i',
  ),
  new RegExp(`^\\+?[ -]?(?:${unitWords})`, 'i'),
  // 'Price cut: $5,000 (3/9)' is by how much, and when.
  /^ ?\(\d{1,2}\/\d{1,2}\)/,
];

const ofIt = '(?: (?:is|are|at|for|of|in|about|only|around|approx\\.?|another|just))*';
const nonPriceBefore = new RegExp(
  `(?:${[
    'rent(?:s|ed|ing|al)?(?: income)?|tenants? pay(?:s|ing)?',
    'deposit',
    'down(?: payment)?',
    'down payment of',
    'taxes|tax|taxes due|tax bill|tax value|taxed',
    'liens?|lien amount|judge?ment|owes?|owed|owing|pay ?off|balance|mortgage|loan',
    'was|were|originally|formerly|previously|used to be|reduced by|dropped by|save|saving|discount',
    '(?:old|original|previous|former|retail|regular|market|tax|assessed|appraised|estimated|replacement) (?:price|value)',
    'apprais(?:ed|al|es)|arvs?|after repair value|worth|valued?|assessed|assessments?|zestimate|estimate|comps?|comparables?',
    'repairs?|rehab|invested|spent|put|fees?|hoa|dues|closing costs?|earnest money|earnest',
    'payments?|monthly|income|gross(?:es)?|noi|cash ?flow|cash ?flows|nets?|utilities|insurance|section 8',
    '(?<!(?:be|being) )sold|last sold|paid|bought|bids? of|bid increments?|winning bid|finder.s fee|commission|bonus|reward|budget',
    'up to|over|(?:an? )?additional|extra|parking(?: space)?|garage|fha|reserves?|reserve fund|credit|concession|less than|under|below',
    'reduced from|dropped from|lowered from|marked down from|cut from',
  ].join('|')})${ofIt}[\\s:~=#(*-]*$`,
  'i',
);
/** A plain number after these is one of a place, a year or a telephone. */
const numberBefore = new RegExp(
  `(?:since|built|built in|year|lot|apt|unit|hwy|highway|route|rt|suite|ste|parcel|zip|phone|call|text|mls|apn)${ofIt}[\\s:~=#(*-]*$`,
  'i',
);

const oldPriceBefore = /\bfrom[\s:]*$/i;
const newPriceFollows = /^[\s.]*(?:down )?(?:to\b|now\b|->|=>)/i;

/** Whether the words around an amount rule out a price: a rent, a tax, a size, a former price, another currency. */
export function isNonPriceAmount({ textBefore, textAfter, isMarked, isForeign }: Amount): boolean {
  if (isForeign || (!isMarked && numberBefore.test(textBefore))) return true;
  if (nonPriceAfter.some((words) => words.test(textAfter)) || nonPriceBefore.test(textBefore)) return true;
  return oldPriceBefore.test(textBefore) && newPriceFollows.test(textAfter);
}
