import { toCityKey, findStateCode } from '#domain/geo/place-names.ts';
import type { Gazetteer, PlaceFields } from './gazetteer.ts';

type ExtractedPlace = Pick<PlaceFields, 'zipCode' | 'city' | 'state'>;

const maxTextLength = 8000;
/** 'MI 48204', 'Michigan, 48204-1234'. */
const stateAndZip = /\b([A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\.?,?\s{1,3}(\d{5})(?:-\d{4})?(?!\d)/g;
const namedZip = /\bzip(?:\s?code)?\s{0,2}[:#]?\s{0,2}(\d{5})(?!\d)/gi;
const words = String.raw`(?:[A-Z][\p{L}.'’-]{1,30}[^\S\n]){0,3}[A-Z][\p{L}.'’-]{1,30}`;
/** 'Grand Rapids, MI', 'St. Louis, Missouri', with up to three words before that may or may not belong to it. */
const cityAndState = new RegExp(
  String.raw`(${words}),[^\S\n]{0,3}(?=([A-Z]{2}\b|[A-Z]\.[A-Z]\.|[A-Z][a-z]+(?: [A-Z][a-z]+)?|[A-Z]{4,}(?: [A-Z]{4,})?))`,
  'gu',
);
/**
 * 'Gary IN', 'detroit, mi', but not 'Lake Michigan'. Codes that are also words count only where they alone are in
 * capitals.
 */
const cityNextToState =
  /((?:[\p{L}][\p{L}.'’-]{1,30}[^\S\n]){0,3}[\p{L}][\p{L}.'’-]{1,30})(?:,[^\S\n]{0,3}|[^\S\n])(?=([A-Z][A-Za-z]\b|(?<=,[^\S\n]{0,3})[a-z]{2}\b))/gu;
const wordLikeCodes =
  /^(?:[Ii]n|[Oo]r|[Oo]k|[Mm]e|[Hh]i|[Oo]h|[Aa]s|[Pp]a|[Mm]a|[Ll]a|[Aa]l|[Dd]e|[Ii]d|[Cc]o|[Mm]s|[Mm]d|[Cc]t)$/;
const wordLikeCapitals = /^(?:IN|OR|OK|ME|HI|AS|LA|DE|ID|CT)$/;
/** 'Detroit 48204' and '48204 Detroit'. */
const cityAndZip = new RegExp(String.raw`(${words}),?[^\S\n](?=(\d{5})(?:-\d{4})?(?!\d))`, 'gu');
const zipAndCity = new RegExp(String.raw`(?<!\d)(\d{5})[^\S\n](?=(${words}))`, 'gu');

/**
 * The place that texts name in full, by ZIP or as a city with its state: that of the first text that names one. Empty
 * where they name none, null where they name several, as the intended one is unknown.
 */
export function extractPlace(texts: string[], gazetteer: Gazetteer, defaultState = ''): ExtractedPlace | null {
  for (const text of texts.map((fullText) => fullText.slice(0, maxTextLength))) {
    const zips = new Set(findZips(text, gazetteer));
    const [zipCode] = zips;
    if (zipCode !== undefined) return zips.size === 1 ? { zipCode } : null;
    const cities = new Map(findCities(text, gazetteer).map((city) => [`${city.city}, ${city.state}`, city]));
    const [city] = cities.values();
    if (city !== undefined) return cities.size === 1 ? city : null;
  }
  return findBracketed(texts[0] ?? '', gazetteer, defaultState);
}

/** 'Fixer, needs a roof (Taylor)' at the end of a title, as Craigslist writes it, in the state of the source. */
const bracketedTown = /\(([\p{L}][\p{L}\s.'’-]{1,40})\)\s*$/u;

function findBracketed(title: string, gazetteer: Gazetteer, state: string): ExtractedPlace {
  const city = bracketedTown.exec(title)?.[1];
  return city !== undefined && gazetteer.locate({ city, state }) !== null ? { city, state } : {};
}

function findZips(text: string, { zip }: Gazetteer): string[] {
  const withState = [...text.matchAll(stateAndZip)].flatMap(([, state = '', code = '']) => {
    const stateOfZip = zip(code)?.state;
    return stateOfZip && findStates(state).includes(stateOfZip) ? [code] : [];
  });
  const named = [...text.matchAll(namedZip)].flatMap(([, code = '']) => (zip(code) === null ? [] : [code]));
  return [...withState, ...named, ...findZipsOfCities(text, { zip })];
}

/** ZIPs next to the name of their city. */
function findZipsOfCities(text: string, { zip }: Pick<Gazetteer, 'zip'>): string[] {
  const isOf = (code: string, names: string[]) =>
    names.some((name) => toCityKey(name) === toCityKey(zip(code)?.city ?? '-'));
  const behind = [...text.matchAll(cityAndZip)].filter(([, before = '', code = '']) =>
    isOf(code, listSuffixes(before)),
  );
  const ahead = [...text.matchAll(zipAndCity)].filter(([, code = '', after = '']) => isOf(code, listPrefixes(after)));
  return [...behind.map(([, , code = '']) => code), ...ahead.map(([, code = '']) => code)];
}

/** Words that begin no city name. */
const leadingWord = /^(?:in|near|of|the|at|from|to|and|or|around|outside|just|by|for)$/i;

const listSuffixes = (text: string): string[] => {
  const words = text.split(/\s+/);
  return words.flatMap((word, index) => (leadingWord.test(word) ? [] : [words.slice(index).join(' ')]));
};
const listPrefixes = (text: string): string[] => {
  const words = text.split(/\s+/);
  return words.map((_word, index) => words.slice(0, words.length - index).join(' '));
};

function findCities(text: string, gazetteer: Gazetteer): { city: string; state: string }[] {
  const withComma = matchCities(cityAndState, text, gazetteer);
  if (withComma.length > 0) return withComma;
  const words = /[a-z]{3}/.test(text) ? wordLikeCodes : wordLikeCapitals;
  return matchCities(cityNextToState, text, gazetteer, (code) => !words.test(code));
}

function matchCities(pattern: RegExp, text: string, gazetteer: Gazetteer, isState = (_code: string): boolean => true) {
  return [...text.matchAll(pattern)].flatMap(([, before = '', after = '']) => {
    const [state] = isState(after) ? findStates(after) : [];
    if (state === undefined) return [];
    const city = listSuffixes(before).find((name) => gazetteer.locate({ city: name, state }) !== null);
    return city === undefined ? [] : [{ city, state }];
  });
}

/** The state that two words, the first, or the last of them are. */
function findStates(words: string): string[] {
  const [one = '', two = ''] = words.split(' ');
  return [words, one, two].map((name) => findStateCode(name)).filter((code) => code !== null);
}
