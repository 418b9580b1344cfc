import { findStateCode, toCityKey } from '#domain/geo/place-names.ts';
import type { Gazetteer, PlaceFields } from './gazetteer.ts';
import {
  anyStateName,
  cityAndState,
  cityAndZip,
  cityApartFromState,
  cityBeforeStateName,
  cityNextToState,
  inCityAndStateName,
  likelyResidence,
  namedZip,
  residence,
  stateAndZip,
  zipAndCity,
} from './place-patterns.ts';

type ExtractedPlace = Pick<PlaceFields, 'zipCode' | 'city' | 'state'>;
type NamedCity = { city: string; state: string };

const maxTextLength = 8000;
/** Codes that are also words count only where they alone are in capitals. */
const wordLikeCodes =
  /^(?:[Ii]n|[Oo]r|[Oo]k|[Mm]e|[Hh]i|[Oo]h|[Aa]s|[Pp]a|[Mm]a|[Ll]a|[Aa]l|[Dd]e|[Ii]d|[Cc]o|[Mm]s|[Mm]d|[Cc]t)$/;
const wordLikeCapitals = /^(?:IN|OR|OK|ME|HI|AS|LA|DE|ID|CT)$/;

/**
 * The place that texts name in full, by ZIP or as a city with its state: that of the first text that names one. Empty
 * where they name none, null where they name several, as the intended one is unknown. Where a person lives is none.
 */
export function extractPlace(texts: string[], gazetteer: Gazetteer, defaultState = ''): ExtractedPlace | null {
  for (const text of texts.map((fullText) => fullText.slice(0, maxTextLength).replaceAll(residence, ';'))) {
    const ownText = text.replaceAll(likelyResidence, ';');
    const place = readPlace(ownText, gazetteer) ?? (ownText === text ? null : readPlace(text, gazetteer));
    if (place !== null) return place === 'several' ? null : place;
  }
  return findBracketed(texts[0] ?? '', gazetteer, defaultState);
}

function readPlace(text: string, gazetteer: Gazetteer): ExtractedPlace | 'several' | null {
  const zips = new Set(findZips(text, gazetteer));
  const [zipCode] = zips;
  if (zips.size > 1) return 'several';
  const cities = new Map(findCities(text, gazetteer).map((city) => [`${toCityKey(city.city)} ${city.state}`, city]));
  const [city = null] = cities.values();
  if (zipCode !== undefined) return { zipCode, ...(cities.size === 1 && nameOtherCity(zipCode, city, gazetteer)) };
  return cities.size > 1 ? 'several' : city;
}

/** The city that a text names, where the post office of its ZIP has another name. */
function nameOtherCity(zipCode: string, city: NamedCity | null, { zip }: Gazetteer): NamedCity | null {
  return city !== null && toCityKey(city.city) !== toCityKey(zip(zipCode)?.city ?? '') ? city : null;
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
export function findZipsOfCities(text: string, { zip }: Pick<Gazetteer, 'zip'>): string[] {
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

function findCities(text: string, gazetteer: Gazetteer): NamedCity[] {
  const withComma = matchCities(cityAndState, text, gazetteer);
  if (withComma.length > 0) return withComma;
  const words = /[a-z]{3}/.test(text) ? wordLikeCodes : wordLikeCapitals;
  return [
    ...matchCities(cityNextToState, text, gazetteer, ({ state }) => !words.test(state)),
    ...matchCities(cityApartFromState, text, gazetteer),
    ...(anyStateName.test(text) ? findBeforeStateNames(text, gazetteer) : []),
  ];
}

const findBeforeStateNames = (text: string, gazetteer: Gazetteer): NamedCity[] =>
  [cityBeforeStateName, inCityAndStateName].flatMap((pattern) =>
    matchCities(pattern, text, gazetteer, ({ city }) => !regionWord.test(city)),
  );

/** 'Lake Michigan' and 'Central Indiana' are no towns. */
const regionWord =
  /^(?:lake|central|upper|lower|(?:north|south)(?:east|west)?|east|west|\w+ern|rural|coastal|greater)$/i;

function matchCities(
  pattern: RegExp,
  text: string,
  gazetteer: Gazetteer,
  isPlace = (_named: NamedCity): boolean => true,
): NamedCity[] {
  return [...text.matchAll(pattern)].flatMap(([, before = '', ...after]) => {
    const stateText = after.join(''); // all but one of the groups are empty
    const [state] = findStates(stateText);
    if (state === undefined) return [];
    const city = listSuffixes(before).find(
      (name) => isPlace({ city: name, state: stateText }) && gazetteer.locate({ city: name, state }) !== null,
    );
    return city === undefined ? [] : [{ city, state }];
  });
}

/** The state that two words, the first, or the last of them are. */
function findStates(words: string): string[] {
  const [one = '', two = ''] = words.split(' ');
  return [words, one, two].map((name) => findStateCode(name)).filter((code) => code !== null);
}
