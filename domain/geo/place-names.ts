/** A city as a lookup key, and the two letters of its state. */
export type CityName = { city: string; state: string };

const stateNames =
  'AL alabama,AK alaska,AZ arizona,AR arkansas,CA california,CO colorado,CT connecticut,DE delaware,DC district of columbia,FL florida,GA georgia,HI hawaii,ID idaho,IL illinois,IN indiana,IA iowa,KS kansas,KY kentucky,LA louisiana,ME maine,MD maryland,MA massachusetts,MI michigan,MN minnesota,MS mississippi,MO missouri,MT montana,NE nebraska,NV nevada,NH new hampshire,NJ new jersey,NM new mexico,NY new york,NC north carolina,ND north dakota,OH ohio,OK oklahoma,OR oregon,PA pennsylvania,RI rhode island,SC south carolina,SD south dakota,TN tennessee,TX texas,UT utah,VT vermont,VA virginia,WA washington,WV west virginia,WI wisconsin,WY wyoming,PR puerto rico,VI virgin islands,GU guam,AS american samoa,MP northern mariana islands';
/** Abbreviations as used in newspapers. */
const stateAbbreviations =
  'AL ala,AZ ariz,AR ark,CA calif,CA cal,CO colo,CT conn,DE del,DC d c,FL fla,IL ill,IN ind,KS kans,KS kan,MD mary land,MA mass,MI mich,MN minn,MS miss,MT mont,NE nebr,NE neb,NV nev,NH n h,NJ n j,NM n m,NM n mex,NY n y,NC n c,ND n d,OK okla,OR ore,PA penn,PA penna,RI r i,SC s c,SD s d,TN tenn,TX tex,VA va,WA wash,WV w va,WV w v,WI wis,WI wisc,WY wyo,DC washington dc';

const states = new Map(
  `${stateNames},${stateAbbreviations}`.split(',').map((entry) => [entry.slice(3), entry.slice(0, 2)]),
);
const codes = new Set(states.values());

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
const leadingWords =
  /^(?:(?:city|town|village|township) of|near|in|just|outside|downtown|greater|close to|north|south|east|west|of) /;
const trailingWords = / (?:township|twp|charter township|area|suburbs|metro|city limits|proper|usa|us)$/;

/** The name as given, then without the words around it: '570 E Oak Rd Cantonment' may be in Cantonment. */
function* listReadings(city: string): Generator<string> {
  const whole = spellOut(city);
  yield whole;
  let shorter = whole;
  for (
    let next = shorter.replace(leadingWords, '').replace(trailingWords, '');
    next !== shorter;
    next = shorter.replace(leadingWords, '').replace(trailingWords, '')
  ) {
    shorter = next;
    yield shorter;
  }
  const words = shorter.split(' ');
  const isAddress = /^\d/.test(shorter) || city.includes(',');
  for (let kept = Math.min(3, words.length - 1); isAddress && kept > 0; kept--) yield words.slice(-kept).join(' ');
}

const trailingZip = /[\s,]+\d{5}(?:-\d{4})?\s*$/;

/** 'Franklin, GA' and 'dudleyville, al.' include their state; a state given beside the city takes precedence. */
function splitState(city: string): { city: string; state: string } | null {
  const text = city.replace(trailingZip, '').replace(/[\s,.]+(?:usa?|united states)\.?$/i, '');
  const words = text.trim().split(/[\s,]+/);
  for (let taken = Math.min(3, words.length - 1); taken > 0; taken--) {
    const state = findStateCode(words.slice(-taken).join(' '));
    if (state !== null) return { state, city: text.slice(0, text.lastIndexOf(words[words.length - taken] ?? '')) };
  }
  return null;
}

/** Whether a city is written with its state: 'Franklin, GA'. */
export const namesState = (city: string): boolean => splitState(city) !== null;

/** The cities that a text may mean, most likely first; empty where no state is known. */
export function resolveCities(city: string, state: string): CityName[] {
  const givenState = findStateCode(state);
  const ownState = splitState(city);
  const cities: CityName[] = [];
  if (givenState !== null)
    for (const reading of listReadings(city)) cities.push({ city: toCityKey(reading), state: givenState });
  if (ownState !== null && (givenState === null || givenState === ownState.state))
    for (const reading of listReadings(ownState.city.replace(/[\s,]+$/, '')))
      cities.push({ city: toCityKey(reading), state: ownState.state });
  return cities.filter((name) => name.city !== '');
}
