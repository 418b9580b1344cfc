import { direction, parseAddress, streetKind } from './address.ts';

const maxTextLength = 5000;

const houseNumber = String.raw`(?<![\w$.,#/:-])(?!(?:19|20)\d\d-)(?!\d{3}-\d{4}\b)\d{1,6}[a-rt-z]?(?:-\d{1,5})?(?: 1\/2)?`;
/** Words that follow a count or a measure, and stand in no name of a street. */
const noName =
  'acres?|ac|sq|sqft|sf|ft|foot|feet|beds?|bedrooms?|br|bd|baths?|bathrooms?|ba|car|stor(?:y|ies)|units?|lots?|miles|mi|min(?:utes?)?|blocks?|hours?|days?|years?|rooms?|homes?|houses?|in|on|at|off|near|from|and|an?|for|with|per|by|is|this|to|your|down|cash|obo|box';
const name = String.raw`(?!(?:${noName})\b)[a-z0-9][a-z0-9.'’-]{0,20}`;
const kind = String.raw`(?:${streetKind}|plaza|plz|bend|pass|turnpike|tpke|fwy|freeway|trace|trce|hollow|landing|row|walk)\b(?!['’])`;
const plainKind = '(?:st|street|ave?|avenue|blvd|rd|road|dr|drive|ln|lane|ct|court|cir|circle|pl|way|pkwy)';
/** A road that a number or a letter names: 'County Road 12', 'US-41', 'Avenue K'. */
const numberedRoad = String.raw`(?:(?:old )?(?:(?:county|state|township|private|ranch|farm to market|forest) (?:road|rd|route|rte|hwy|highway)|(?:us |u\.s\. )?(?:highway|hwy|route|rte)|us|cr|sr|fm|rm|avenue|ave)[ -](?:\d{1,4}[a-z]?|(?<=avenue |ave )[a-z]))(?![\w'’])`;
const namedStreet = String.raw`(?!\d+ (?!(?:mile|${plainKind})\b))${name}(?: ${name}){0,4}? ${kind}(?: ${plainKind}\b)?(?! [a-z]+ ${plainKind}\b)\.?`;
const directionAfter = String.raw`(?: (?:[ns][ew]\b|[nsew]\b\.?(?=[,;)]|$| (?:unit|apt|#))))?`;
const unit = String.raw`(?:,? (?:#|(?:apt|apartment|unit|suite|ste|lot|trlr|spc|space)\b\.? ?#?)(?=\w*\d|[a-z]\b)[a-z0-9-]{1,6}\b)?`;
/** The second form is one of a grid of streets: '125 N 300 W'. */
const streetLine = new RegExp(
  String.raw`${houseNumber} (?:(?:${direction} )?(?:${numberedRoad}|${namedStreet})${directionAfter}|${direction} \d{1,5} ${direction}(?!\w))${unit}`,
  'gim',
);

const noHouseBefore =
  /(?:\b(?:lots?|tract|parcel|block|blk|units?|apt|suite|phase|sec(?:tion)?|box|id|no|mls|exit|mile|hwy|highway|route|rte|cr|sr|fm|us|interstate|built|since|circa|year|zip|call|text|cell|phone|fax|tel)[\s.:#]{0,3}|\(\d{3}\)\s*)$/i;
/** Addresses that are not the listing's own, in a title and in prose. */
const nearBefore =
  /\b(?:near|nearby|behind|across from|next (?:to|door)|between|corner of)\b[^.!?\n]{0,25}$|\b(?:off|off of)\s$/i;
const otherPlaceBefore =
  /\b(?:this|an?|the)\s$|\b(?:office|offices|mail\w*|send|sent|visit\w*|courthouse|hall|held|auction|contact|llc|inc|realty|realtors?|propert(?:y|ies) (?:group|management)|company|brokerage|bank|church|school|store|minutes?|miles?|blocks?|in|formerly|not|bundle|along|parking)\b[^.!?\n]{0,25}$/i;

type AddressedText = { title: string; details: string; given?: string | undefined };

/** The street line in the field, the title or the text of a listing; null for none or several. */
export function readStreetLine({ title, details, given = '' }: AddressedText): string | null {
  if (given.trim() !== '') return readGiven(given.trim());
  const line = title.replaceAll(/\s/g, ' ');
  const inTitle = findStreetLines(line);
  if (inTitle.length > 0) return onlyOne(inTitle);
  return readBareLine(line) ?? onlyOne(findStreetLines(details.slice(0, maxTextLength)).filter(isOwn));
}

const endsInKind = new RegExp(`\\b${streetKind}\\.?$`, 'i');

/** The field may hold city and ZIP too. */
function readGiven(given: string): string | null {
  const [first = ''] = given.split(',', 1);
  const isStreet = !/\bbox\b/i.test(first) && (/\d/.test(first) || endsInKind.test(first));
  return findStreetLines(given)[0]?.line ?? (isStreet ? first : null);
}

type FoundLine = { line: string; before: string };

function findStreetLines(text: string): FoundLine[] {
  return [...text.matchAll(streetLine)].flatMap(({ 0: quote, index }) => {
    const before = text.slice(Math.max(0, index - 60), index);
    return noHouseBefore.test(before) || nearBefore.test(before) ? [] : [{ line: quote.replace(/\.$/, ''), before }];
  });
}

/** In prose only a name with capitals is one: '20 minutes down a gravel road' is none. */
function isOwn({ line, before }: FoundLine): boolean {
  return line.split(' ').every((word) => /^[^a-z]/.test(word)) && !otherPlaceBefore.test(before);
}

function onlyOne(lines: FoundLine[]): string | null {
  const [first] = lines;
  if (first === undefined) return null;
  const key = toKey(first);
  return lines.every((other) => toKey(other) === key) ? first.line : null;
}

/** The number and the first two words, without the ways in which a street is abbreviated. */
function toKey({ line }: FoundLine): string {
  return line
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '')
    .split(' ')
    .slice(0, 2)
    .join(' ');
}

const bareLine = new RegExp(
  String.raw`^(?!(?:19|20)\d\d-)\d{1,6}[a-rt-z]?(?:-\d{1,5})?(?: ${direction})?(?: (?=[a-z])${name}){1,3}$`,
  'i',
);
const placeAfter = /,.*\b[A-Z]{2}(?: \d{5}(?:-\d{4})?)?$|\d{5}$/;

/** '5546 FAIRVIEW' and '5546 Fairview, Detroit MI', as county lists print them. */
function readBareLine(title: string): string | null {
  const address = parseAddress(title);
  if (address === null || noHouseBefore.test(title.slice(0, title.indexOf(address.quote)))) return null;
  const [line = ''] = address.quote.split(',', 1);
  const isAlone = address.isWholeTitle && /^\d{3}/.test(line) && !/ [A-Z]{2}(?: \d{5})?$/.test(line);
  return bareLine.test(line) && (placeAfter.test(address.quote) || isAlone) ? line : null;
}
