import type { Fact } from './contract.ts';
import { agreeOn, type Limits, numberWords, parseCount, type FactReading, takeContext } from './reading.ts';

const bedLimits: Limits = [1, 20];
const bathLimits: Limits = [0.5, 20];

const words = Object.keys(numberWords).join('|');
const count = String.raw`(?<![\w$.,/#+–-])(\d{1,2}|${words})`;
const bed = String.raw`(?:bed ?rooms?|beds?|bdrms?|bdr|bds?|brs?)(?![a-zà-ÿ])`;
const bath = String.raw`(?:bath ?rooms?|baths?|bths?|bas?)(?![a-zà-ÿ])(?! (?:st|street|rd|road|ave)\b)`;

const beds = new RegExp(String.raw`${count}[\s-]*${bed}`, 'gi');
/** '2', '1.5', '1 1/2', '1½', 'one and a half'. */
const bathCount = String.raw`(?<![\w$.,/#+–-])(\d{1,2}(?:\.\d{1,2})?|${words})(\s*½|[\s-]+(?:and[\s-]+)?(?:a[\s-]+)?(?:1\/2|half))?`;
/** After a count of beds the count of baths may follow without a space, as in '3bd/2ba', '3bed2bath'. */
const baths = new RegExp(
  String.raw`(?:(?<=${bed}[\s,/&+.-]{0,3})(?<!\d)(\d(?:\.\d{1,2})?)|${bathCount})[\s-]*(?:full[\s-]+)?${bath}`,
  'gi',
);
/** '2 full and 1 half baths', '1 full bath, one half bath'. */
const fullAndHalf = new RegExp(
  String.raw`${count}[\s-]*full(?:[\s-]+${bath})?(?:,| and| &| \+|\/| plus|,? with)*\s*(?:(\d|an?|${words})[\s-]+)(?:half|1\/2|½)(?:[\s-]+${bath})?`,
  'gi',
);
const halfBath = /(?:half|1\/2|½|3\/4|quarter)[\s-]+bath|powder r(?:oo)?m/i;
const home =
  '(?:house|home|ranch|bungalow|brick|block|frame|cottage|colonial|rambler|mobile|(?:single|double)[ -]?wide|sfr|single[ -]family|manufactured|trailer)';
/** '3/2 brick house', 'ranch 3/1', or '3/2' where a line begins: beds before baths. */
const bedsAndBaths = new RegExp(
  String.raw`(?:(?<=^|\b${home},? )|(?<![\w$.,/#-])(?=[1-9]\/[1-6](?:\.5)? (?:[a-z-]+ ){0,2}?${home}\b))([1-9])\/([1-6](?:\.5)?)(?![\w%]|[.\/-]\d{2}|[ -]*(?:acres?|ac|mile|bath|story)\b)`,
  'gim',
);
/** 'Beds: 3 Baths: 1', and without colons after no count. */
const labelled = new RegExp(
  String.raw`(?<!(?:\d|½|half|${words})[\s-]{0,3})\b(?:beds|bed ?rooms|brs?|bed(?:room)?(?=:))\s*[:=]?\s*(\d{1,2})\b[\s,;|/]*(?:bath ?rooms?|baths?|ba)\s*[:=]?\s*(\d{1,2}(?:\.\d{1,2})?)\b`,
  'gi',
);
/** One of them behind its name: 'Bedrooms: 3', 'Bathrooms: 2.5'. */
const labelledBeds = /\b(?:beds|bed ?rooms?|brs?)\s*[:=]\s*(\d{1,2})\b(?![-+.\/])/gi;
const labelledBaths =
  /\b(?:baths?|bath ?rooms?)\s*[:=]\s*(\d{1,2}(?:\.\d{1,2})?)\b(?![-+\/]|\s*(?:full|half|½|1\/2|and|&))/gi;
/** '3b/2b'. */
const shortPair = /(?<![\w$.,/#-])([1-9])b[ /]?([1-9](?:\.5)?)b(?![a-z])/gi;

const floor =
  '(?:(?:main|first|1st|second|2nd|third|3rd|upper|lower|ground|top|garden)[ -](?:floor|level|story)|level|floors)';
const part = `upstairs|downstairs|${floor}|basement|attic|guest|in-law|coach house|carriage house`;
const partBefore = new RegExp(
  String.raw`(?:\b(?:${part})\b[^.!?\n;]{0,60}|\b(?:living|dining|family|great)\s+rooms?,?\s+(?:and\s+)?|\b(?:other|additional|another|extra|plus|remaining|possible|potential|potentially|could be|up to|of the|septic\D{0,20}|perc\D{0,20}|approved for|permit\w* for|plans? for|each|all|both|every|at least|over|more than|rehab of|of)\s+(?:an?\s+)?)$`,
  'i',
);
const partAfter = new RegExp(
  String.raw`^(?:\s*(?:up|down|each|per|septic|units?|apartments?|apts?|flats?|suites?)\b|\s*,?\s*(?:and|plus)\s+(?:an?\s+|the\s+)?(?:[a-z]+\s+)?(?:master|primary)\b|(?:(?!with\b)[^.!?\n;,]){0,30}?\b(?:upstairs|downstairs|each\b|per unit|(?:on|in)\s+(?:the\s+|its\s+)?(?:${floor}|basement|attic|guest|rear)))`,
  'i',
);
const openBefore = new RegExp(String.raw`\b(?:\d|${words})[\s-]*(?:,|or|to|and|&|x|-|–)\s*$`, 'i');
const severalHomes =
  /\b(?:[a-z0-9]+[ -]?plex|multi-?family|(?:two|three|four|[2-9]|1\d)[ -]?(?:flat|unit|house|home|dwelling|apartment)s?|(?:each|both|per|every|other) (?:unit|side|house|home|apartment)s?|units|apartments|houses)\b/i;

/** The rooms that a text tells of one home; those of a part of it, and of several homes, are none. */
export function readRooms(text: string): { beds: Fact; baths: Fact } {
  if (severalHomes.test(text)) return { beds: null, baths: null };
  const short = [...text.matchAll(bedsAndBaths), ...text.matchAll(shortPair)].filter(
    ([, first, second]) => parseCount(first) >= parseCount(second),
  );
  const pairs = [...short, ...text.matchAll(labelled)];
  const rest = text.replaceAll(labelled, ' ');
  const prose = rest.replaceAll(labelledBeds, ' ').replaceAll(labelledBaths, ' ');
  const counted = read(prose, beds, ([, amount]) => parseCount(amount));
  return {
    beds: agreeOnWhole(
      [...counted, ...readPairs(pairs, 1), ...readPairs([...rest.matchAll(labelledBeds)], 1)],
      bedLimits,
    ),
    baths: agreeOnWhole(
      [...readBaths(prose), ...readPairs(pairs, 2), ...readPairs([...rest.matchAll(labelledBaths)], 1)],
      bathLimits,
    ),
  };
}

type RoomReading = FactReading & { isPart: boolean };

const readPairs = (pairs: RegExpExecArray[], group: 1 | 2): RoomReading[] =>
  pairs.map((match) => ({ value: parseCount(match[group]), quote: match[0], isPart: false }));

function read(text: string, pattern: RegExp, toValue: (match: RegExpExecArray) => number): RoomReading[] {
  return [...text.matchAll(pattern)].map((match) => {
    const { before, after } = takeContext(match);
    const isPart = partBefore.test(before) || partAfter.test(after);
    return { value: openBefore.test(before) ? null : toValue(match), quote: match[0], isPart };
  });
}

function readBaths(text: string): RoomReading[] {
  const both = read(text, fullAndHalf, ([, full, half = '']) => parseCount(full) + (parseCount(half) || 1) / 2);
  const rest = text.replaceAll(fullAndHalf, ' ');
  const counted = read(rest, baths, ([, close, amount, half]) => parseCount(close ?? amount) + (half ? 0.5 : 0)).map(
    // Agents write '2.1' for two full baths and a half one, others mistype it.
    (reading) => (Number.isInteger((reading.value ?? 0) * 4) ? reading : { ...reading, value: null }),
  );
  const readings = [...both, ...counted];
  const hasOpenHalf = halfBath.test(rest) && readings.every(({ value }) => Number.isInteger(value));
  return hasOpenHalf ? [{ value: null, quote: '', isPart: false }] : readings;
}

/** A part of the home has no more rooms than the whole of it. */
function agreeOnWhole(readings: RoomReading[], limits: Limits): Fact {
  const whole = agreeOn(
    readings.filter(({ isPart }) => !isPart),
    limits,
  );
  const isTooSmall = readings.some(({ value, isPart }) => isPart && whole !== null && (value ?? 0) > whole.value);
  return isTooSmall ? null : whole;
}
