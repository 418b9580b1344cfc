import { cityKeyOf, stateCodeOf } from '#domain/geo/place-names.ts';
import type { Gazetteer, SaidPlace } from './gazetteer.ts';

type Said = Pick<SaidPlace, 'zipCode' | 'city' | 'state'>;

const read = 8000;
/** 'MI 48204', 'Michigan, 48204-1234'. */
const stateAndZip = /\b([A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\.?,?\s{1,3}(\d{5})(?:-\d{4})?(?!\d)/g;
const namedZip = /\bzip(?:\s?code)?\s{0,2}[:#]?\s{0,2}(\d{5})(?!\d)/gi;
const words = String.raw`(?:[A-Z][\p{L}.'’-]{1,30}[^\S\n]){0,3}[A-Z][\p{L}.'’-]{1,30}`;
/** 'Grand Rapids, MI', 'St. Louis, Missouri', with up to three words before that may or may not belong to it. */
const cityAndState = new RegExp(
  String.raw`(${words}),[^\S\n]{0,3}(?=([A-Z]{2}\b|[A-Z]\.[A-Z]\.|[A-Z][a-z]+(?: [A-Z][a-z]+)?|[A-Z]{4,}(?: [A-Z]{4,})?))`,
  'gu',
);
/** 'Gary IN', 'detroit, mi', but no 'Lake Michigan'. Codes that are words count where they alone are in capitals. */
const cityBesideState =
  /((?:[\p{L}][\p{L}.'’-]{1,30}[^\S\n]){0,3}[\p{L}][\p{L}.'’-]{1,30})(?:,[^\S\n]{0,3}|[^\S\n])(?=([A-Z][A-Za-z]\b|(?<=,[^\S\n]{0,3})[a-z]{2}\b))/gu;
const wordsToo =
  /^(?:[Ii]n|[Oo]r|[Oo]k|[Mm]e|[Hh]i|[Oo]h|[Aa]s|[Pp]a|[Mm]a|[Ll]a|[Aa]l|[Dd]e|[Ii]d|[Cc]o|[Mm]s|[Mm]d|[Cc]t)$/;
const shoutedToo = /^(?:IN|OR|OK|ME|HI|AS|LA|DE|ID|CT)$/;
/** 'Detroit 48204' and '48204 Detroit'. */
const cityAndZip = new RegExp(String.raw`(${words}),?[^\S\n](?=(\d{5})(?:-\d{4})?(?!\d))`, 'gu');
const zipAndCity = new RegExp(String.raw`(?<!\d)(\d{5})[^\S\n](?=(${words}))`, 'gu');

/**
 * The place that texts name in full, by ZIP or as a city with its state: that of the first text that names any. Nothing
 * where it names several, as nobody can tell which of them is meant.
 */
export function placeSaid(texts: string[], gazetteer: Gazetteer): Said {
  for (const text of texts.map((given) => given.slice(0, read))) {
    const zips = new Set(zipsIn(text, gazetteer));
    const [zipCode] = zips;
    if (zipCode !== undefined) return zips.size === 1 ? { zipCode } : {};
    const cities = new Map(citiesIn(text, gazetteer).map((city) => [`${city.city}, ${city.state}`, city]));
    const [city] = cities.values();
    if (city !== undefined) return cities.size === 1 ? city : {};
  }
  return {};
}

function zipsIn(text: string, { zip }: Gazetteer): string[] {
  const withState = [...text.matchAll(stateAndZip)].flatMap(([, state = '', code = '']) => {
    const known = zip(code)?.state;
    return known && statesIn(state).includes(known) ? [code] : [];
  });
  const named = [...text.matchAll(namedZip)].flatMap(([, code = '']) => (zip(code) === null ? [] : [code]));
  return [...withState, ...named, ...zipsOfCities(text, { zip })];
}

/** ZIPs beside the name of the city that they belong to. */
function zipsOfCities(text: string, { zip }: Pick<Gazetteer, 'zip'>): string[] {
  const isOf = (code: string, names: string[]) =>
    names.some((name) => cityKeyOf(name) === cityKeyOf(zip(code)?.city ?? '-'));
  const behind = [...text.matchAll(cityAndZip)].filter(([, before = '', code = '']) => isOf(code, endsOf(before)));
  const ahead = [...text.matchAll(zipAndCity)].filter(([, code = '', after = '']) => isOf(code, startsOf(after)));
  return [...behind.map(([, , code = '']) => code), ...ahead.map(([, code = '']) => code)];
}

/** No name of a city begins so. */
const leadsIn = /^(?:in|near|of|the|at|from|to|and|or|around|outside|just|by|for)$/i;

const endsOf = (said: string): string[] => {
  const parts = said.split(/\s+/);
  return parts.flatMap((part, index) => (leadsIn.test(part) ? [] : [parts.slice(index).join(' ')]));
};
const startsOf = (said: string): string[] => {
  const parts = said.split(/\s+/);
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join(' '));
};

function citiesIn(text: string, gazetteer: Gazetteer): { city: string; state: string }[] {
  const withComma = citiesBy(cityAndState, text, gazetteer);
  if (withComma.length > 0) return withComma;
  const words = /[a-z]{3}/.test(text) ? wordsToo : shoutedToo;
  return citiesBy(cityBesideState, text, gazetteer, (code) => !words.test(code));
}

function citiesBy(pattern: RegExp, text: string, gazetteer: Gazetteer, isState = (_code: string): boolean => true) {
  return [...text.matchAll(pattern)].flatMap(([, before = '', after = '']) => {
    const [state] = isState(after) ? statesIn(after) : [];
    if (state === undefined) return [];
    const city = endsOf(before).find((name) => gazetteer.locate({ city: name, state }) !== null);
    return city === undefined ? [] : [{ city, state }];
  });
}

/** The state that two words, the first, or the last of them are. */
function statesIn(words: string): string[] {
  const [one = '', two = ''] = words.split(' ');
  return [words, one, two].map((name) => stateCodeOf(name)).filter((code) => code !== null);
}
