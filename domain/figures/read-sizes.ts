import type { Fact } from './contract.ts';
import { agreeOn, type Limits, numberWords, parseCount, type FactReading, takeContext } from './reading.ts';

const squareFeetPerAcre = 43_560;
const livingLimits: Limits = [100, 20_000];
const acreLimits: Limits = [0.02, 10_000];

const words = { ...numberWords, half: 0.5, quarter: 0.25 };
const wordValues = new Map(Object.entries(words));
const wordPattern = Object.keys(words).join('|');
const number = String.raw`(?<![\w$.,/-])(?<!\d, )(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?!\d)`;
const roughly = String.raw`\s*(?:\+\/-|±|\+)?[\s-]*`;
const squareFeet = new RegExp(
  String.raw`${number}${roughly}(?:sq(?:uare)?[.\s-]*(?:feet|foot|ft)\b|sqft\b|s\.?f\b|sq\b\.?|ft(?:²|2\b))`,
  'gi',
);
/** 'Sqft: 1,200', and not the size of a lot. */
const labelledArea =
  /(?<!(?:lot|land|[\d+])[\s-]{0,2})\b(?:living(?: area)?|heated area|htd area|sq\.? ?ft|square f(?:ee|oo)t(?:age)?|sf(?=:))\s*[:=]?\s*(\d{1,2},\d{3}|\d{3,5})\b(?!\s*(?:(?:lot|land)\b(?!\s*[:=])|-|–|to\b))/gi;
const acres = new RegExp(
  String.raw`(?:(?<![$\d.,/-])(\d+)\s*\/\s*(\d+)|${number}|\b(${wordPattern})(?:\s+of)?(?:\s+an?)?)${roughly}(?:acres?|(?<!\b(?:19|20)\d\d\s*)ac)\b(?!\s*(?:units?|systems?|\/|&))`,
  'gi',
);
const wholeBeforeWord = new RegExp(String.raw`\b(\d{1,2}|${wordPattern})\s+and\s+(?:an?\s+)?$`, 'i');
const wholeBeforeFraction =
  /(?<![$\d.,/#-])(?<!\b(?:lots?|parcels?|units?|tracts?|phase|section)\s{1,3})(\d{1,2})\s+(?:and\s+)?$/i;

const lot = 'lots?|land|parcel|yard';
const building =
  'garage|basement|barn|(?:work)?shop|shed|deck|porch|outbuilding|pole|patio|terrace|roof|rooms?\\b|(?:living|family|great|rec|bonus) room|suite|apartment|addition|storage(?: unit)?|office|warehouse|store|retail|adu|guest|kitchen|master|loft|(?:main|upper|lower|first|second|ground|1st|2nd) (?:level|floor)|upstairs|attic';
const otherSpaces = `${lot}|(?:green|outdoor) space|${building}`;
const filler = String.raw`(?:[\s(]+(?:just|size|area|is|of|has|with|about|approx\.?|approximately|over|almost|nearly|an?|provides|spanning|oversized))*[\s:(-]*`;
const otherSpaceAfter = new RegExp(
  String.raw`^\.?\)?\s*(?:of\s+|on\s+|for\s+|in\s+)?(?:the\s+|an?\s+)?(?:[a-z-]+\s+){0,3}?(?:${otherSpaces}|each\b|per\b|apiece)`,
  'i',
);
const otherSpaceBefore = new RegExp(
  String.raw`\b(?:${otherSpaces})${filler}$|\b(?:additional|another|extra|plus|up to|per|each|both)\s+$|\b(?:each|every) (?:unit|side|home|house|apartment)\b[^.!?\n]{0,60}$`,
  'i',
);
const buildingAfter = new RegExp(String.raw`^\.?\s*(?:of\s+)?(?:[a-z-]+\s+){0,2}?(?:${building}|house|home|min)`, 'i');
const buildingBefore =
  /\b(?:homes?|houses?|built|building|minimum|min\.?|dwelling|cabin|slab|structure)\b[^.!?\n]{0,30}$/i;
const lotAfter = new RegExp(String.raw`^(?:(?<=sq\. ?ft)\.)?\s*(?:of\s+)?(?:[a-z-]+\s+)?(?:${lot})\b`, 'i');
const lotBefore = new RegExp(String.raw`\b(?:${lot})${filler}$`, 'i');
const nextLotBefore = /\b(?:adjoining|adjacent|side|extra|additional|second|next|vacant)\b[^.!?\n]{0,40}$/i;
const otherLandAfter =
  /^\s*(?:of\s+)?(?:each\b|apiece|lease|(?:state|public|national|federal|blm|private)\b|(?:[\w'’]+\s+){0,2}?(?:lake|park|forest|p?reserve|pond|refuge|golf)\b(?!-|\s+(?:front|view|access|lots?|model|rights)))/i;
const otherLandBefore =
  /\b(?:adjoin\w*|border\w*|next to|near|overlook\w*|back\w*(?: up)? to|minutes? (?:to|from)|additional|another|up to|other|totals|minimum(?: of)?|lots? from)\s+(?:an?\s+|the\s+|over\s+)?$/i;

const rangeBefore = /\d\s*(?:-|–|to|or|x)\s*$/i;

/** The living area of a dwelling in square feet. */
export function readLivingArea(text: string): Fact {
  const labelled = [...text.matchAll(labelledArea)];
  const readings = findMatches(text.replaceAll(labelledArea, ' '), squareFeet, {
    before: otherSpaceBefore,
    after: otherSpaceAfter,
  });
  return agreeOn(
    [...labelled, ...readings].map(({ 0: quote, 1: amount }) => ({ value: parseCount(amount), quote })),
    livingLimits,
  );
}

/** The size of the land; of a dwelling's lot also in square feet. */
export function readAcres(text: string, isLand: boolean): Fact {
  const inAcres = findMatches(text, acres, { before: otherLandBefore, after: otherLandAfter }).map(toAcres);
  if (inAcres.length > 0) return agreeOn(inAcres, acreLimits);
  const areas = [...text.matchAll(squareFeet)].filter((match) => (isLand ? !isBuilding(match) : isLot(match)));
  return agreeOn(
    areas.map(({ 0: quote, 1: amount }) => ({ value: roundAcres(parseCount(amount) / squareFeetPerAcre), quote })),
    acreLimits,
  );
}

function isBuilding(match: RegExpExecArray): boolean {
  const { before, after } = takeContext(match);
  return buildingBefore.test(before) || buildingAfter.test(after);
}

function isLot(match: RegExpExecArray): boolean {
  const { before, after } = takeContext(match);
  return !nextLotBefore.test(before) && (lotBefore.test(before) || lotAfter.test(after));
}

function toAcres(match: RegExpExecArray): FactReading {
  const [quote, upper, lower, amount, word] = match;
  if (amount !== undefined) return { value: roundAcres(parseCount(amount)), quote };
  const whole = readWholeBefore(match, word === undefined ? wholeBeforeFraction : wholeBeforeWord);
  const part = word === undefined ? parseCount(upper) / parseCount(lower) : readWord(word);
  return { value: roundAcres(whole.value + part), quote: whole.quote + quote };
}

const roundAcres = (value: number) => Math.round(value * 10_000) / 10_000;

/** The 1 of '1 1/2 acres', the two of 'two and a half acres'; 0 where there is none. */
function readWholeBefore(match: RegExpExecArray, pattern: RegExp): { value: number; quote: string } {
  const [quote = '', whole = ''] = pattern.exec(takeContext(match).before) ?? [];
  return { value: /^\d/.test(whole) ? Number(whole) : readWord(whole), quote };
}

/** 0 for a word that is no number. */
function readWord(word: string): number {
  return wordValues.get(word.toLowerCase()) ?? 0;
}

/** Without those that are the size of something else. */
function findMatches(text: string, pattern: RegExp, other: { before: RegExp; after: RegExp }): RegExpExecArray[] {
  return [...text.matchAll(pattern)].filter((match) => {
    const { before, after } = takeContext(match);
    return !rangeBefore.test(before) && !other.before.test(before) && !other.after.test(after);
  });
}
