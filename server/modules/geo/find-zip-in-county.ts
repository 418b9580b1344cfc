import { streetKind } from '#domain/geo/address.ts';
import { toCityKey } from '#domain/geo/place-names.ts';
import { normalizeCounty } from './counties/name-county.ts';
import type { Gazetteer } from './gazetteer.ts';
import { findZipsOfCities } from './extract-place.ts';

const maxTextLength = 8000;
/** Five digits that are no part of another number or of a code. */
const fiveDigits = /(?<![\w$#.,/:-])(\d{5})(?:-\d{4})?(?![\w/-]|[.,]\d)/g;
/** Numbers of documents, and amounts. */
const otherNumberBefore =
  /\b(?:parcels?|pid|apn|pin|lots?|tracts?|units?|box|no|nos|number|id|acct|account|map|deed|book|page|case|ticket|certificate|cert|tax|mls|call|text|asking|price|bids?|only|for|of|at|owed|value|reduced to|hwy|highway|route|rte|rt|cr|sr)[\s.:#]{0,3}$/i;
const measureBefore = /[$€]\s?$/;
const measureAfter = /^\s?(?:sq|sf|square|acres?|ac|ft|feet|miles?|dollars?|usd|obo|cash|or best|down|per)\b/i;
/** 26003 is the number of a house in '26003 Elm St', and in a line that begins with it. */
const streetAfter = new RegExp(`^ (?:[a-z0-9.'’-]{1,20} ){0,4}${streetKind}\\b`, 'i');

type CountyNames = { county: string; state: string };

/**
 * The ZIP of the first text that names one of the county; one that lies in two counties only beside its city. Null where
 * that text names several. `otherCodes`, such as the parcel, are none.
 */
export function findZipInCounty(
  texts: string[],
  names: CountyNames,
  gazetteer: Gazetteer,
  otherCodes: unknown[] = [],
): string | null {
  for (const text of texts.map((fullText) => fullText.slice(0, maxTextLength))) {
    const codes = listZips(text, names, gazetteer).filter((code) => !otherCodes.includes(code));
    const [zipCode] = codes;
    if (zipCode !== undefined) return new Set(codes).size === 1 ? zipCode : null;
  }
  return null;
}

function listZips(text: string, { county, state }: CountyNames, gazetteer: Gazetteer): string[] {
  const key = toCityKey(normalizeCounty(county));
  const codes = listCodes(text);
  const countiesOf = (code: string) => gazetteer.countiesOfZip(code, state).map(toCityKey);
  const inside = codes.filter((code) => countiesOf(code)[0] === key);
  if (inside.length > 0 || codes.length === 0) return inside;
  const zipsOfCities = findZipsOfCities(text, gazetteer);
  return codes.filter((code) => zipsOfCities.includes(code) && countiesOf(code).includes(key));
}

function listCodes(text: string): string[] {
  return [...text.matchAll(fiveDigits)].flatMap(({ 0: quote, 1: code = '', index }) => {
    const before = text.slice(Math.max(0, index - 20), index);
    const after = text.slice(index + quote.length);
    const isHouse = streetAfter.test(after) || (before.trim() === '' && /^ [a-z]/i.test(after));
    const isOther = otherNumberBefore.test(before) || measureBefore.test(before) || measureAfter.test(after);
    return isHouse || isOther ? [] : [code];
  });
}
