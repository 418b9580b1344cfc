import { maskMatches } from '#domain/text/phrase-matcher.ts';

const unit = String.raw`(?:bed(?:room)?s?|bds?|br|bath(?:room)?s?|ba|sq\.? ?ft\.?|sqft|square feet|sf)`;
const nothing = String.raw`(?:0(?:\.0)?|null|none|n/a|na|nan|undefined|unknown|-{1,3}|—|tbd|\(blank\)|blank)`;
/** The parts of a template that were left blank, with their words. */
const leftovers: RegExp[] = [
  /\{\{?[^{}\n]{0,30}\}?\}(?: (?:bed|bath|sq ?ft|sf)\w*)?/g,
  /#[a-z_ ]{2,20}#(?: (?:bed|bath|sq ?ft|sf)\w*)?/g,
  new RegExp(String.raw`(?<![\w.])${nothing} ?${unit}(?![\w:])`, 'g'),
  new RegExp(
    String.raw`(?<!\w)(?:beds?|bedrooms?|baths?|bathrooms?|sq ?ft|sqft|living area|year built|heating|rooms|hoa|building|bldg(?: value)?|sf)\s?[:=] ?(?:${nothing}(?![\w,.])|(?=[a-z][a-z ]{2,14}[:=])|(?=[|\x3b,.\n]|$))`,
    'g',
  ),
  /(?<!\w)(?:(?:dwelling|building|bldg|improvements?|structure)s? (?:value|val|appraisal|area)|total rooms|living area|year built|ext(?:erior)? wall|style|basement type)\s?[:=]?\s?(?=[|\x3b,.\n]|$)/g,
  /(?<=[.,|\x3b]\s?|^\s?)(?:dwelling|building|bldg|rooms|basement|exterior|heating|garage|style|stories)\s?[:=]?\s?(?=[|\x3b,.\n]|$)/g,
  /(?<![\d.½] ?)(?<!\w)(?:beds?|bds?|br)[\s,/|]{1,4}(?:baths?|ba)(?:[\s,/|]{1,4}(?:sq ?ft|sqft|sf))?(?!\w| ?[:\d])/g,
  /(?<=\0 ?[,/|]?\s?)(?:beds?|baths?|sq ?ft|sqft|ba|sf)(?!\w)/g,
  /(?<=^|[,|/\n])\s?(?:sq ?ft|sqft|baths?|beds?|ba|bds)\s?(?=[,|/\n\0]|$)/g,
];

/** Blanks out what is left over from a template; all other characters keep their position, `_` becomes a space. */
export const cleanText = (text: string): string =>
  leftovers.reduce((left, pattern) => maskMatches(left, pattern), text.replaceAll('_', ' '));
