import { type EmitFeature, type ListingField, listingFields } from './feature.ts';

const length = String.raw`(\d{1,4}(?:\.\d{1,2})?) ?(?:'|ft\.?|feet|foot)?`;
/** '14x70', '8 x 24 ft', '50 by 120'; not the three of a board, nor inches. */
const dimensions = new RegExp(
  String.raw`(?<![\w.$/#x×]|\d ?[x×] ?)${length} ?(?:x|×|by) ?${length}(?! ?[x×] ?\d|[\w.]*\d|["”]| ?in(?:ch|\b))`,
  'g',
);
const squareFeet =
  /(?<![\w.$/#])(\d{1,2},\d{3}|\d{2,4}) ?(?:\+ ?)?(?:sq\.? ?(?:ft|feet|foot)\.?|sqft|square f(?:ee|oo)t|s\.?f\.?)(?!\w)/g;
const acres =
  /(?<![\w.$/#])(?:(\d{1,5}(?:,\d{3})*(?:\.\d+)?|\.\d+) ?(?:\+ ?|m\/l )?|(?:half|quarter|\d ?\/ ?\d) (?:of )?(?:an? )?)(?:acres?|ac)(?!\w)/g;
/** What a home is moved on. */
const runningGear =
  /(?<!\w)(?:axles?|(?:on|with|has|it's) (?:its )?wheels|skids|hitch|tongue|goose ?neck|bumper pull|(?:trailer|steel) frame|(?:\d{2} ?(?:ft|foot|') |double axle |flatbed |utility |deck ?over |custom )trailer)(?!\w)/g;
const numberWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** '12 unit', 'four houses', '22 room motor court', '7 vacant lots'. */
const counts = new RegExp(
  String.raw`(?<![\w.$/#-])(\d{1,3}|${numberWords.join('|')})(?: ?- ?| )(?:(?!and|or|in|on|of|to|bed|bath|acre|sq|ft|x)[a-z]{3,12} ){0,2}?(units?|apartments?|apts?|doors?|plex|suites?|flats|rooms|pads?|sites?|spaces?|slots?|hook ?ups?|poh|houses|homes|cabins|cottages|dwellings|mobiles|trailers|doublewides|single ?wides|lots|parcels|tracts|properties|buildings|townhomes|condos|rentals|addresses|duplexes)(?!\w)`,
  'g',
);
const countedKinds: [string, RegExp][] = [
  ['units', /^(?:unit|ap|door|plex|suite|flat|room)/],
  ['pads', /^(?:pad|site|space|slot|hook|poh)/],
  ['lots', /^(?:lot|parcel|tract)/],
  ['homes', /^/],
];

/** Another space than the dwelling or the land itself. */
const part =
  '(?:rooms?|bed ?rooms?|kitchen|deck|porch|garage|shop|barn|shed|storage|addition|add on|outbuilding|carport|stall|pole|patio|awning|lanai|rug|tarp|tent|sign|photo|pane|door|window|tile|board)s?';
const partAfter = new RegExp(String.raw`^[\s,]*(?:[a-z]+ )?${part}(?!\w)`);
const partBefore = new RegExp(String.raw`(?<!\w)(?:${part}|min(?:imum)?|at least)(?: (?:is|of|size|about))*[\s:(]*$`);
const lotAfter = /^\s?(?:of )?(?:[a-z]+ )?(?:lots?|land|parcel|yard)(?!\w)/;
const lotBefore = /(?:lots?|land|parcel|lot size|yard)(?: (?:is|of|size|about))*[\s:(]*$/;

/** What the words around a size say that it is of; null where they say nothing. */
function findOwner(text: string, at: number, end: number): 'lot' | 'part' | null {
  const before = text.slice(Math.max(0, at - 30), at);
  const after = text.slice(end, end + 30);
  if (lotAfter.test(after) || lotBefore.test(before)) return 'lot';
  return partAfter.test(after) || partBefore.test(before) ? 'part' : null;
}

/** The first whose sides are both shorter: `[short, long, what]`, in feet. */
const dimensionKinds: [number, number, string][] = [
  [6, 10_000, 'board'],
  [10.6, 10, 'shed'],
  [10.6, 44.1, 'tiny'],
  [20.1, 44, 'cabin'],
  [19, 90.1, 'single'],
  [36.1, 36, 'building'],
  [36.1, 84.1, 'double'],
];
function nameDimensions(one: number, other: number): string {
  const [short, long] = one < other ? [one, other] : [other, one];
  return dimensionKinds.find(([mostShort, mostLong]) => short < mostShort && long < mostLong)?.[2] ?? 'lot';
}

const areaBounds = [100, 430, 700, 1200, 2000];
const acreBounds = [0.25, 1, 3, 10, 40];
const toBand = (value: number, bounds: number[]): string => String(bounds.find((bound) => value < bound) ?? 'more');
const toNumber = (digits: string) => Number(digits.replaceAll(',', ''));

type Naming = (first: string, second: string) => string | null;
/** `isSize`: the words around it may say that it is of a lot or of a part. */
const measures: { name: string; pattern: RegExp; isSize: boolean; nameKind: Naming }[] = [
  {
    name: 'size',
    pattern: dimensions,
    isSize: true,
    nameKind: (one, other) => nameDimensions(Number(one), Number(other)),
  },
  { name: 'area', pattern: squareFeet, isSize: true, nameKind: (area) => toBand(toNumber(area), areaBounds) },
  {
    name: 'acres',
    pattern: acres,
    isSize: false,
    nameKind: (amount) => toBand(toNumber(amount === '' ? '0.5' : amount), acreBounds),
  },
  { name: 'running gear', pattern: runningGear, isSize: false, nameKind: () => '' },
  { name: 'count', pattern: counts, isSize: false, nameKind: nameCount },
];

function nameCount(amount: string, noun: string): string | null {
  const value = Number(amount) || numberWords.indexOf(amount) + 2;
  const kind = countedKinds.find(([, pattern]) => pattern.test(noun))?.[0] ?? '';
  return value < 2 ? null : `${kind}:${value < 5 ? 'some' : 'many'}`;
}

/** Sizes, counts and what a home is moved on, each as one of a few kinds; returns their names. */
export function emitMeasures(texts: Record<ListingField, string>, emit: EmitFeature): Set<string> {
  const names = new Set<string>();
  for (const field of listingFields)
    for (const { name, at, end } of findMeasures(texts[field])) {
      names.add(name);
      emit(name, 1.5, { field, at, end });
      emit(`${field}:${name}`, 1, { field, at, end });
    }
  return names;
}

function* findMeasures(text: string): Generator<{ name: string; at: number; end: number }> {
  for (const { name, pattern, isSize, nameKind } of measures)
    for (const { 0: whole, 1: first = '', 2: second = '', index: at } of text.matchAll(pattern)) {
      const end = at + whole.length;
      const kind = (isSize ? findOwner(text, at, end) : null) ?? nameKind(first, second);
      if (kind !== null) yield { name: `${name}:${kind}`, at, end };
    }
}
