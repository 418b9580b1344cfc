/** The kinds of places that differ by a word beside the name. */
type PlaceKind = 'city' | 'town' | 'village' | 'borough' | 'township';
/** A place as a lookup key, the two letters of its state, and its kind where a word says it. */
export type PlaceName = { key: string; state: string; kind: PlaceKind | null };

const stateNames =
  'AL alabama,AK alaska,AZ arizona,AR arkansas,CA california,CO colorado,CT connecticut,DE delaware,DC district of columbia,FL florida,GA georgia,HI hawaii,ID idaho,IL illinois,IN indiana,IA iowa,KS kansas,KY kentucky,LA louisiana,ME maine,MD maryland,MA massachusetts,MI michigan,MN minnesota,MS mississippi,MO missouri,MT montana,NE nebraska,NV nevada,NH new hampshire,NJ new jersey,NM new mexico,NY new york,NC north carolina,ND north dakota,OH ohio,OK oklahoma,OR oregon,PA pennsylvania,RI rhode island,SC south carolina,SD south dakota,TN tennessee,TX texas,UT utah,VT vermont,VA virginia,WA washington,WV west virginia,WI wisconsin,WY wyoming,PR puerto rico,VI virgin islands,GU guam,AS american samoa,MP northern mariana islands';
/** Abbreviations as used in newspapers. */
const stateAbbreviations =
  'AL ala,AZ ariz,AR ark,CA calif,CA cal,CO colo,CT conn,DE del,DC d c,FL fla,IL ill,IN ind,KS kans,KS kan,MD mary land,MA mass,MI mich,MN minn,MS miss,MT mont,NE nebr,NE neb,NV nev,NH n h,NJ n j,NM n m,NM n mex,NY n y,NC n c,ND n d,OK okla,OR ore,PA penn,PA penna,RI r i,SC s c,SD s d,TN tenn,TX tex,VA va,WA wash,WV w va,WV w v,WI wis,WI wisc,WY wyo,DC washington dc';

const states = new Map(
  `${stateNames},${stateAbbreviations}`.split(',').map((entry) => [entry.slice(3), entry.slice(0, 2)]),
);
const codes = new Set(states.values());
/** Of the states, in capitals. */
export const stateCodes: readonly string[] = [...codes];

/** In small letters. Without those that are words: 'wash', 'miss'. */
export const longStateNames: readonly string[] = [...states.keys()].filter(
  (name) => name.length >= 4 && !['wash', 'miss', 'mass', 'mary land', 'washington dc'].includes(name),
);

const normalizeName = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’`]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** 'MI', 'mi.', 'Michigan', 'Mich.': the two letters of a state, or null. */
export function findStateCode(text: string): string | null {
  const normalized = normalizeName(text);
  const code = normalized.replaceAll(' ', '').toUpperCase();
  return codes.has(code) ? code : (states.get(normalized) ?? null);
}

const fullWords = new Map(
  Object.entries({
    st: 'saint',
    ste: 'sainte',
    ft: 'fort',
    mt: 'mount',
    pt: 'point',
    spgs: 'springs',
    hts: 'heights',
    n: 'north',
    s: 'south',
    e: 'east',
    w: 'west',
  }),
);

const spellOut = (city: string): string =>
  normalizeName(city)
    .split(' ')
    .map((word) => fullWords.get(word) ?? word)
    .join(' ');

/** 'St. Louis' and 'SAINT LOUIS' are one city, and so are 'LaGrange' and 'La Grange'. */
export const toCityKey = (city: string): string => spellOut(city).replaceAll(' ', '');

/** Words that people put around a city's name. */
const leadingWords = /^(?:near|in|just|outside|downtown|greater|close to|(?:north|south|east|west) of|of) /;
const trailingWords = / (?:area|suburbs|metro|city limits|proper|usa|us)$/;
const leadingKind = /^(city|town|village|township|borough) of (.+)$/;
const trailingKind = /^(.+?) (?:charter )?(city|town|village|township|twp|borough|boro)$/;

const kindOf = (word: string): PlaceKind =>
  word === 'twp' ? 'township' : word === 'boro' ? 'borough' : (word as PlaceKind); // the words of the patterns above

const aliases = new Map([
  ['nyc', 'new york'],
  ['philly', 'philadelphia'],
  ['okc', 'oklahoma city'],
  ['saint pete', 'saint petersburg'],
  ['jax', 'jacksonville'],
  ['nola', 'new orleans'],
  ['indy', 'indianapolis'],
  ['cincy', 'cincinnati'],
  ['slc', 'salt lake city'],
  ['vegas', 'las vegas'],
  ['stl', 'saint louis'],
  ['abq', 'albuquerque'],
  ['wash', 'washington'],
]);

type Reading = { name: string; kind: PlaceKind | null };

/** A name, and without the word for its kind: 'Dickson City' is one, and so is the city of Scranton. */
function* listKinds(name: string): Generator<Reading> {
  yield { name: aliases.get(name) ?? name, kind: null };
  const [, word = '', behind = ''] = leadingKind.exec(name) ?? [];
  if (behind !== '') yield { name: behind, kind: kindOf(word) };
  const [, before = '', ending = ''] = trailingKind.exec(name) ?? [];
  if (before !== '') yield { name: before, kind: kindOf(ending) };
}

/** The name as given, then without the words around it: '570 E Oak Rd Cantonment' may be in Cantonment. */
function* listReadings(city: string): Generator<Reading> {
  let shorter = spellOut(city);
  yield* listKinds(shorter);
  for (
    let next = shorter.replace(leadingWords, '').replace(trailingWords, '');
    next !== shorter;
    next = shorter.replace(leadingWords, '').replace(trailingWords, '')
  ) {
    shorter = next;
    yield* listKinds(shorter);
  }
  const words = shorter.split(' ');
  const isAddress = /^\d/.test(shorter) || city.includes(',');
  for (let wordCount = Math.min(3, words.length - 1); isAddress && wordCount > 0; wordCount--)
    yield* listKinds(words.slice(-wordCount).join(' '));
}

const trailingZip = /[\s,]+\d{5}(?:-\d{4})?\s*$/;

/** 'Franklin, GA' and 'dudleyville, al.' include their state; a state given beside the city takes precedence. */
function splitState(city: string): { city: string; state: string } | null {
  const text = city.replace(trailingZip, '').replace(/[\s,.]+(?:usa?|united states)\.?$/i, '');
  const words = text.trim().split(/[\s,/]+/);
  for (let wordCount = Math.min(3, words.length - 1); wordCount > 0; wordCount--) {
    const state = findStateCode(words.slice(-wordCount).join(' '));
    if (state !== null) return { state, city: text.slice(0, text.lastIndexOf(words[words.length - wordCount] ?? '')) };
  }
  return null;
}

/** Whether a city is written with its state: 'Franklin, GA'. */
export const namesState = (city: string): boolean => splitState(city) !== null;

/** The places that a text may mean, most likely first; empty where no state is known. */
export function* resolvePlaces(city: string, state: string): Generator<PlaceName> {
  const givenState = findStateCode(state);
  const ownState = splitState(city);
  const texts: { text: string; state: string }[] = [];
  if (givenState !== null) texts.push({ text: city, state: givenState });
  if (ownState !== null && ownState.state === (givenState ?? ownState.state))
    texts.push({ text: ownState.city.replace(/[\s,/]+$/, ''), state: ownState.state });
  for (const { text, state: code } of texts)
    for (const { name, kind } of listReadings(text)) if (name !== '') yield { key: toCityKey(name), state: code, kind };
}
