import { roadRules } from './numbered-roads.ts';

const maxWords = 1500;

const streetWords = new Map(
  Object.entries({
    st: 'street',
    str: 'street',
    ave: 'avenue',
    av: 'avenue',
    rd: 'road',
    dr: 'drive',
    blvd: 'boulevard',
    ln: 'lane',
    ct: 'court',
    pl: 'place',
    ter: 'terrace',
    cir: 'circle',
    hwy: 'highway',
    pkwy: 'parkway',
    trl: 'trail',
    north: 'n',
    south: 's',
    east: 'e',
    west: 'w',
    northeast: 'ne',
    northwest: 'nw',
    southeast: 'se',
    southwest: 'sw',
  }),
);

/** Removed where a text has one: to look for it takes longer than all other rules. */
const linkPattern = /https?:\/\/\S{1,300}|(?<!\S)[^\s@]{1,64}@\S{1,250}/g;

/** Spells '3 bedrooms', '3BR' and '3 bed' the same way and removes prices and telephone numbers. */
const spellingRules: [RegExp, string][] = [
  [/\bse (?=(?:vende|renta|alquila|necesita|encuentra|ubica|ofrece|acepta|traspasa)\b)/g, ' '],
  [/\b(\d{1,6})[ -]1\/2(?= (?!bath|ba\b|acre|ac\b|stor|bed|br\b|car\b|mile|hour|lot)[a-z])/g, '$1half'],
  [/\b(?:arv|after repair value)\b[ :=~$]{0,4}(\d[\d,.]{0,10}\d|\d) ?k?\b/g, ' arv$1 '],
  [/\$ ?\d[\d,.]{0,12}(?: ?(?:k|m|million)\b)?|\b\d{1,3}(?:\.\d)? ?k\b/g, ' '],
  [/(?:\+?1[ .-]?)?\(?\b\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}\b|\b\d{10}\b/g, ' '],
  [/\b([1-9])\/([1-4](?:\.5)?)\b(?!\/)/g, ' $1bed $2bath '],
  [/(\d),(?=\d{3})/g, '$1'],
  [/\b(\d{1,2})[ -]?(?:bed(?:room)?s?|brs?|bds?|bdrms?|recamaras?|habitacion(?:es)?|dormitorios?)\b/g, ' $1bed '],
  [/\b(\d{1,2}(?:\.\d)?)[ -]?(?:full )?(?:bath(?:room)?s?|ba|bth|banos?)\b/g, ' $1bath '],
  [/\b(\d{1,6})[ -]?(?:sq\.? ?(?:ft|feet|foot)\.?|sqft|sf|square (?:feet|foot))/g, ' $1sqft '],
  [/(?<![\d.])(\d{0,5}\.?\d{1,4})[ -]?(?:acres?|ac)\b/g, ' $1acre '],
  [/\b(\d{1,4}(?:\.\d{1,3})?)[\x27′]? ?[x×] ?(\d{1,4})/g, ' $1x$2dim '],
  [/\b(?:lts?|lots)(?=[ .:#]{0,3}\d)/g, 'lot'],
  [/\bbl?k(?=[ .:#]{0,3}\d)/g, 'block'],
  [/\b(?:year )?built(?: in)?[ :~]{0,3}((?:19|20)\d\d)\b/g, ' built$1 '],
  [/\b((?:19|20)\d\d) (?=(?:single|double|triple)[ -]?wide|mobile|manufactured|modular|trailer)/g, ' built$1 '],
  [/\b(left|right|upper|lower|front|rear) (?=half|unit|flat|duplex)/g, ' side0$1 '],
  [/\b(north|south|east|west)(?:ern)? (?=half|lot|parcel|tract|unit)/g, ' side0$1 '],
  [
    /\b(lot|unit|apt|apartment|suite|ste|parcel|tract|bldg|apn|block|ref|mls|stock|folio|pin)(?: (?:no|number|id))?[ .:#]*([a-z]?\d(?:[\w-]|\.(?=\w)){0,24})/g,
    ' $1$2 ',
  ],
  ...roadRules,
  [/\b(?:apt|apartment|suite|ste)(?=\d)/g, 'unit'],
  [
    /(?<=[a-z\d]\.?,? ?)(?<!\b(?:deal|listing|id|code|ad|property|house|home|model|sale|bundle|number|our|the|is) )# ?([a-z]?\d{1,5}[a-z]?)\b/g,
    ' unit$1 ',
  ],
  [
    /\b(?<!\b(?:on|off|web|job|parking|living|floor|garage|storage|crawl|office|work|of)[ -])(?:space|spc|sp|site|trlr|trailer)(?: (?:no|number))?[ .:#]{0,4}([a-z]?\d{1,4}[a-z]?)\b(?! (?:car|mile|minute|hour|foot|feet|ft)s?\b)/g,
    ' unit$1 ',
  ],
];

/** 'Unit A' and 'TRACT B' are distinguished by a letter, which in lower case could be an article. */
const unitSuffixPattern =
  /\b(lot|unit|apt|apartment|suite|ste|space|spc|site|parcel|tract|bldg|building|block)[ .:#-]{1,3}([A-Z])\b(?!['’])(?:(?=\s*($|[,;.)]))|)/gi;
const dwellingPart = /^(?:apt|apartment|suite|ste|space|spc|site)$/i;
const toNumberWord = (all: string, name: string, suffix: string, end: string | undefined) =>
  suffix === suffix.toUpperCase() || end !== undefined ? ` ${name.replace(dwellingPart, 'unit')}0${suffix} ` : all;
/** '#B' behind a street. */
const signedSuffixPattern = /(?<=[a-z\d]\.?,? ?)# ?([A-Z])\b(?!['’])/gi;

/** What a court or a county calls one sale of many: 'Cause No. 2019-CV-00417', 'Cert. #317', 'Item 12'. */
const saleNumberPattern =
  /\b(cause|case|docket|suit|cert(?:ificate)?|ticket|item)\b\.?(?: ?(?:numbers?|num|no)\b\.?| ?#|:){0,2} ?((?:[a-z]{1,3}-){0,2}\d[\w-]*(?: [a-z]{1,3} ?\d[\w-]*)?)/gi;
/** 'In case 2 buyers tie' names no case. */
const leastSaleNumber = 4;
const toSaleNumberWord = (all: string, name: string, number: string) => {
  const isNamed = /[#:]|\bn(?:o|um(?:ber)?s?)\b/i.test(all.slice(name.length, -number.length)) || /^item$/i.test(name);
  if (!isNamed && number.length < leastSaleNumber) return all;
  const kind = saleKinds[name.slice(0, 4).toLowerCase()] ?? 'case';
  return ` ${kind}0${number.replaceAll(/[^a-z\d]/gi, '')} `;
};
const saleKinds: Record<string, string> = { cert: 'cert', tick: 'cert', item: 'item' };

/** The words of a text in lower case, each spelled in one way. */
export function tokenize(text: string): string[] {
  let plain = text
    .replaceAll(saleNumberPattern, toSaleNumberWord)
    .replaceAll(unitSuffixPattern, toNumberWord)
    .replaceAll(signedSuffixPattern, ' unit0$1 ')
    .replaceAll('½', ' 1/2')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  if (/@|:\/\//.test(plain)) plain = plain.replaceAll(linkPattern, ' ');
  for (const [pattern, spelling] of spellingRules) plain = plain.replaceAll(pattern, spelling);
  const words =
    plain.match(/parcel\d[\w.-]{0,24}\w|\d{1,9}\.\d{1,9}\w{0,20}|\.\d{1,9}\w{0,20}|[\p{L}\p{N}]{1,60}/gu) ?? [];
  return words.slice(0, maxWords).map((word) => streetWords.get(word) ?? word);
}

/** Words that vary between two postings of the same property. */
const stopWords = new Set(
  'a an and the of in on at for to with by is it this or from as my our your new now price reduced drop sale sell selling obo best offer offers only just must see still available update updated repost reposted back again great good nice beautiful wow look hurry call text today deal asking firm cash'.split(
    ' ',
  ),
);

export const removeStopWords = (words: string[]) => words.filter((word) => !stopWords.has(word));

/** Words that could stand in any offer of a property. */
const genericWords = new Set(
  `a an and the of in on at for to with by is it its this that or from as my our your we i you has have are was be will not no all any but so if into up down out off over near close than then there
  new now price reduced drop sale sell selling sold obo best offer offers only just must see still available update updated repost reposted back again great good nice beautiful wow look hurry call text today deal deals asking firm cash contact email phone info information details detail message pm show showing
  house houses home homes property properties land lot lots acre acres parcel parcels tract building unit single family multi mobile manufactured trailer tiny cabin ranch bungalow duplex colonial cottage apartment condo townhouse dwelling residence residential commercial vacant empty lots
  bed beds bedroom bedrooms bath baths bathroom bathrooms br ba sqft sq ft square feet foot room rooms story garage basement yard kitchen living dining floor brick frame vinyl wood wide double
  cheap investor investors investment investing special opportunity handyman fixer upper needs need work works repair repairs rehab tlc flip flipper wholesale wholesaler market motivated seller sellers owner owners owned financing finance buyer buyers buy own rent rental inherited estate probate heirs quick fast close closing must go gone want wants asap condition sold is
  tax taxes auction county city state deed title clear bid bids minimum starting opening sheriff foreclosure foreclosed lien bank repo reo fees fee plus public record list item number street avenue road drive lane area neighborhood town location located small big large little quiet cute cozy clean solid first last one two three four five six`.split(
    /\s+/,
  ),
);

const maxCounted = 100;

/** How many different words are neither generic nor numbers nor names of the town. */
export function countTellingWords(words: string[], townWords: ReadonlySet<string>): number {
  const telling = new Set<string>();
  for (const word of words) {
    if (telling.size === maxCounted) break;
    const isPlain = word.length < 3 || /\d/.test(word) || genericWords.has(word) || townWords.has(word);
    if (!isPlain) telling.add(word);
  }
  return telling.size;
}
