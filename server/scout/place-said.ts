import { stateCodeOf } from '#domain/scout/place-names.ts';
import type { Gazetteer, SaidPlace } from './gazetteer.ts';

type Said = Pick<SaidPlace, 'zipCode' | 'city' | 'state'>;

const read = 8000;
/** 'MI 48204', 'Michigan, 48204-1234'. */
const stateAndZip = /\b([A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\.?,?\s{1,3}(\d{5})(?:-\d{4})?(?!\d)/g;
const namedZip = /\bzip(?:\s?code)?\s{0,2}[:#]?\s{0,2}(\d{5})(?!\d)/gi;
/** 'Grand Rapids, MI', 'St. Louis, Missouri', with up to three words before that may or may not belong to it. */
const cityAndState =
  /((?:[A-Z][\p{L}.'’-]{1,30}[^\S\n]){0,3}[A-Z][\p{L}.'’-]{1,30}),[^\S\n]{0,3}(?=([A-Z]{2}\b|[A-Z][a-z]+(?: [A-Z][a-z]+)?))/gu;

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
  return [...withState, ...named];
}

function citiesIn(text: string, gazetteer: Gazetteer): { city: string; state: string }[] {
  return [...text.matchAll(cityAndState)].flatMap(([, before = '', after = '']) => {
    const [state] = statesIn(after);
    const words = before.split(/\s+/);
    const name =
      state === undefined
        ? undefined
        : words.map((_word, index) => words.slice(index).join(' ')).find((city) => gazetteer.locate({ city, state }));
    return name === undefined || state === undefined ? [] : [{ city: name, state }];
  });
}

/** The state that two words, the first, or the last of them are. */
function statesIn(words: string): string[] {
  const [one = '', two = ''] = words.split(' ');
  return [words, one, two].map((name) => stateCodeOf(name)).filter((code) => code !== null);
}
