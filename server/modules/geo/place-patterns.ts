import { streetKind } from '#domain/geo/address.ts';
import { longStateNames } from '#domain/geo/place-names.ts';

/** Up to four words that may be or end in the name of a city. */
const capitalWords = String.raw`(?<!\p{L})(?:[A-Z][\p{L}.'’-]{1,30}[^\S\n]){0,3}[A-Z][\p{L}.'’-]{1,30}`;
const anyWords = String.raw`(?<!\p{L})(?:\p{L}[\p{L}.'’-]{1,30}[^\S\n]){0,3}\p{L}[\p{L}.'’-]{1,30}`;
/** 'West Virginia' is another state than Virginia. */
const stateName = String.raw`(?<!\bwest )(?:${longStateNames.join('|')})\b`;

/** Any text without one names no place by it, which is quick to see. */
export const anyStateName = new RegExp(stateName, 'i');

/** 'MI 48204', 'Michigan, 48204-1234'. */
export const stateAndZip =
  /\b([A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?|[A-Z]{4,}(?: [A-Z]{4,})?)\.?,?\s{1,3}(\d{5})(?:-\d{4})?(?!\d)/g;
export const namedZip = /\b(?:zip(?:\s?code)?|postal code)\s{0,2}(?:is|of|[:#=-])?\s{0,2}(\d{5})(?!\d)/gi;
/** 'Detroit 48204' and '48204 Detroit'. */
export const cityAndZip = new RegExp(String.raw`(${capitalWords}),?[^\S\n](?=(\d{5})(?:-\d{4})?(?!\d))`, 'gu');
export const zipAndCity = new RegExp(String.raw`(?<!\d)(\d{5})[^\S\n](?=(${capitalWords}))`, 'gu');

/** 'Grand Rapids, MI', 'St. Louis, Missouri', with up to three words before that may or may not belong to it. */
export const cityAndState = new RegExp(
  String.raw`(${capitalWords}),[^\S\n]{0,3}(?=([A-Z]{2}\b|[A-Z]\.[A-Z]\.|[A-Z][a-z]+(?: [A-Z][a-z]+)?|[A-Z]{4,}(?: [A-Z]{4,})?))`,
  'gu',
);
/** 'Gary IN', 'detroit, mi', 'Wash. D.C.', but not 'Lake Michigan'. */
export const cityNextToState = new RegExp(
  String.raw`(${anyWords})(?:,[^\S\n]{0,3}|[^\S\n])(?=([A-Z][A-Za-z]\b|[A-Z]\.[A-Z]\.|(?<=,[^\S\n]{0,3})[a-z]{2}\b))`,
  'gu',
);
/** 'Tulsa/OK', 'Tulsa (OK)', 'Tulsa - OK', 'City: Tulsa, State: OK'. */
export const cityApartFromState = new RegExp(
  String.raw`(${capitalWords})(?:[^\S\n]?[/|(][^\S\n]?(?=([A-Z]{2}\b|(?i:${stateName})))|[^\S\n]-[^\S\n](?=([A-Z]{2})\b)|[\s,;|]{1,4}State:\s{0,3}(?=([A-Z]{2}\b|[A-Z][a-z]+(?: [A-Z][a-z]+)?)))`,
  'gu',
);
/** 'GARY INDIANA' at the end of a sentence or before a comma. */
export const cityBeforeStateName = new RegExp(
  String.raw`(${anyWords})[^\S\n](${stateName})(?=\s*(?:$|[.,;:!)\n|–—-]))`,
  'giu',
);
/** 'In Gary Indiana for sale'. */
export const inCityAndStateName = new RegExp(
  String.raw`\b(?:in|near)[^\S\n](${anyWords})[^\S\n](${stateName})(?!\.?[^\S\n]${streetKind}\b)`,
  'giu',
);

const cityWithState = String.raw`${capitalWords}(?:,[^\S\n]?|[^\S\n]?/|[^\S\n])(?:[A-Z]{2}\b|[A-Z]\.[A-Z]\.|(?i:${stateName}))\.?(?:,?[^\S\n]\d{5}(?:-\d{4})?)?`;
const person =
  '(?:owners?|sellers?|heirs?|landlords?|executors?|family|sons?|daughters?|children|kids|we|i|they|he|she)';
const adverb = '(?: (?:now|back|out|away|down|up|over|permanently))?';
/** '12 Elm St, ' */
const streetBefore = String.raw`(?: \d[^.;\n]{0,40}?,)?`;
const home = String.raw`\b(?:lives${adverb} (?:in|near|at|outside)|resid(?:es|ing)${adverb} (?:in|near|at)|(?:relocated|retired|transferred)${adverb} to|(?:stationed|based)${adverb} (?:in|near|at|out of)|${person}\b[^.!?;\n]{0,40}\b(?:live|living|moved|moving|move)${adverb} (?:in|to|near|at|outside)|\bmail(?:ing address|ed to)(?: is)?:?)${streetBefore}`;
const whereabouts = String.raw`\b(?:(?:(?<!\bby )(?<!\bby the )(?:owners?|sellers?|heirs?|landlords?|offices?)(?: (?:is|are))?|(?:we|they) are|i am|s?he is)${adverb} (?:in|from|near|at)|(?:owners?|sellers?|heirs?) \()`;
/** 'Owner lives in Phoenix, AZ'. */
export const residence = new RegExp(`(?i:${home}) ?${cityWithState}`, 'gu');
/** 'Owner in Phoenix, AZ', which may be the place of the property where the text names no other one. */
export const likelyResidence = new RegExp(`(?i:${whereabouts}) ?${cityWithState}`, 'gu');
