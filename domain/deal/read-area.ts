import type { PropertyType } from '#domain/listing/property-types.contract.ts';
import type { DealFigures } from './contract.ts';

/** The size of a listing: of its rooms in square feet, of raw land in acres. */
export type Area = { unit: DealFigures['unit']; amount: number };

const squareFeetPerAcre = 43_560;
const limits = { 'square foot': [100, 20_000], acre: [0.02, 10_000] } as const;
const maxTextLength = 5000;

const number = String.raw`(?<![$\d.,/-])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)`;
const roughly = String.raw`\s*(?:\+\/-|±|\+)?[\s-]*`;
const squareFeet = new RegExp(
  String.raw`${number}${roughly}(?:sq(?:uare)?[.\s-]*(?:feet|foot|ft)\b|sqft\b|s\.?f\b|ft(?:²|2\b))`,
  'gi',
);
const words = {
  half: 0.5,
  quarter: 0.25,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
  forty: 40,
};
const acres = new RegExp(
  String.raw`(?:(?<![$\d.,/-])(\d+)\s*\/\s*(\d+)|${number}|\b(${Object.keys(words).join('|')})(?:\s+of)?(?:\s+an?)?)${roughly}(?:acres?|ac)\b`,
  'gi',
);

const wholeBeforeWord = new RegExp(String.raw`\b(\d{1,2}|${Object.keys(words).join('|')})\s+and\s+(?:an?\s+)?$`, 'i');
const wholeBeforeFraction =
  /(?<![$\d.,/#-])(?<!\b(?:lots?|parcels?|units?|tracts?|phase|section)\s{1,3})(\d{1,2})\s+(?:and\s+)?$/i;

const otherSpaces = 'lot|land|parcel|yard|garage|basement|barn|(?:work)?shop|shed|deck|porch|outbuilding|pole';
const otherSpaceAfter = new RegExp(
  String.raw`^\.?\s*(?:of\s+)?(?:fenced\s+|detached\s+|corner\s+)?(?:${otherSpaces})`,
  'i',
);
const otherSpaceBefore = new RegExp(
  String.raw`\b(?:${otherSpaces})(?:\s+size)?(?:\s+(?:is|of|about|approx\.?))?[\s:(-]*$`,
  'i',
);
const otherLandAfter =
  /^\s*(?:of\s+)?(?:(?:state|public|national|federal|blm|private)\b|lake|park|forest|p?reserve|pond|ranch|refuge|farm\b)/i;
const otherLandBefore =
  /\b(?:adjoin\w*|border\w*|next to|near|overlook\w*|back\w*(?: up)? to|minutes? (?:to|from))\s+(?:an?\s+|the\s+|over\s+)?$/i;

type ListingText = { title: string; details: string; propertyType: PropertyType };

/** The size that a listing tells in its title, else in its text; null where it tells none, or several. */
export function readArea({ title, details, propertyType }: ListingText): Area | null {
  const unit = propertyType === 'raw land' ? 'acre' : 'square foot';
  const read = unit === 'acre' ? readAcres : readSquareFeet;
  for (const text of [title, details.slice(0, maxTextLength)]) {
    const [least, most] = limits[unit];
    const sizes = read(text).filter((amount) => amount >= least && amount <= most);
    const [first, ...more] = sizes;
    if (first !== undefined) return more.every((other) => other === first) ? { unit, amount: first } : null;
  }
  return null;
}

function readSquareFeet(text: string): number[] {
  return findMatches(text, squareFeet, { before: otherSpaceBefore, after: otherSpaceAfter }).map(([, amount]) =>
    toNumber(amount),
  );
}

function readAcres(text: string): number[] {
  const ownAcres = findMatches(text, acres, { before: otherLandBefore, after: otherLandAfter });
  const inAcres = ownAcres.map((match) => {
    const [, upper, lower, amount, word] = match;
    if (word !== undefined) return readWholeBefore(match, wholeBeforeWord) + readWord(word);
    if (lower === undefined) return toNumber(amount);
    return readWholeBefore(match, wholeBeforeFraction) + toNumber(upper) / toNumber(lower);
  });
  if (inAcres.length > 0) return inAcres;
  return [...text.matchAll(squareFeet)].map(([, amount]) => toNumber(amount) / squareFeetPerAcre);
}

/** The 1 of '1 1/2 acres', the two of 'two and a half acres'; 0 where there is none. */
function readWholeBefore({ input, index }: RegExpExecArray, pattern: RegExp): number {
  const [, whole = ''] = pattern.exec(input.slice(Math.max(0, index - 30), index)) ?? [];
  return /^\d/.test(whole) ? Number(whole) : readWord(whole);
}

/** 0 for a word that is no number. */
function readWord(word: string): number {
  return new Map(Object.entries(words)).get(word.toLowerCase()) ?? 0;
}

/** Without those that are the size of something else. */
function findMatches(text: string, pattern: RegExp, other: { before: RegExp; after: RegExp }): RegExpExecArray[] {
  return [...text.matchAll(pattern)].filter(({ 0: quote, index }) => {
    const end = index + quote.length;
    return (
      !other.before.test(text.slice(Math.max(0, index - 30), index)) && !other.after.test(text.slice(end, end + 30))
    );
  });
}

function toNumber(digits = ''): number {
  return Number(digits.replaceAll(',', ''));
}
