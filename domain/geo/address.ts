export const direction = '(?:[nsew]|[ns][ew]|north|south|east|west)\\.?';
export const streetKind =
  '(?:st|street|ave?|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|ct|court|pl|place|way|terr?|terrace|cir|circle|pkwy|parkway|trl|trail|loop|hwy|highway|sq|square|alley|pike|run|path|xing|crossing|cv|cove|pt|point|ridge|route|rte)';
/** Pattern of what follows the number of an address up to the kind of its street: ' K St', ' E Thousand Oaks Dr'. */
export const streetAfterNumber = ` (?:${direction} )?(?:[a-z0-9.'’-]{1,20} ){0,3}${streetKind}\\b`;
const word = "[a-z0-9][a-z0-9.'’-]{0,20}";
const number = '(?<![\\w$.,#/-])\\d{1,6}[a-z]?(?:-\\d{1,5})?(?: 1/2)?';
const streetPattern = `${number} (?:${direction} )?${word}(?: ${word}){0,4}?`;
const state =
  '(?:a[klrz]|c[aot]|d[ce]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[at]|w[aivy]|pr)';
const zip = '\\d{5}(?:-\\d{4})?';
const unit = '(?:,? ?(?:#|apt\\.?|unit|suite|ste|lot) ?#?[a-z0-9-]{1,6})?';

/** '26 2nd St Beech Bottom 26030': a street and its ZIP. */
const zipAddressPattern = new RegExp(
  `${streetPattern}${unit}(?:,| -| ) ?[a-z][a-z .'’-]{1,30}?,? +(?:${state}\\b\\.?,? +)?${zip}(?!\\w)`,
  'i',
);
/** '5546 Fairview, Detroit MI': a street, its city and its state in capitals or behind a comma. */
const stateAddressPattern = new RegExp(
  `${streetPattern}${unit}(?:,| -) ?[a-z][a-z .'’-]{1,30}?(?:,? +(?=[A-Z]{2})|, +(?=[A-Za-z]{2}))${state}(?!\\w)`,
  'i',
);
/** '1903 Border St': a street by its kind. */
const streetAddressPattern = new RegExp(`${streetPattern} ${streetKind}\\b\\.?(?: ${direction}(?!\\w))?${unit}`, 'i');
/** '5546 FAIRVIEW' and nothing else, as county lists print it. */
const bareAddressPattern = new RegExp(
  `^\\d{3,6}[a-z]?(?:-\\d{1,5})? (?:${direction} )?[a-z][a-z.'’-]{1,20}(?: [a-z][a-z.'’-]{0,20}){0,2}$`,
  'i',
);
const listedAddressPattern = new RegExp(
  `^\\d{1,6}[a-z]?(?:-\\d{1,5})? [a-z][a-z.'’-]{0,20}(?: [a-z0-9][a-z.'’-]{0,20}){0,3}$`,
  'i',
);

/** Numbers that count or measure something, or are the model year of a car. */
const quantityPattern =
  /^\d+(?: 1\/2)?[ -](?:acres?|ac|sq|sqft|sf|square|feet|foot|ft|lots?|units?|bed(?:room)?s?|brs?|bds?|bath(?:room)?s?|homes?|houses?|gallons?|watts?|volts?|cc|lbs?|pounds?|inch(?:es)?|mm|gb|tb|series|piece|pcs?|count|pack|miles?|hp|tons?|amps?|psi|btu|hours?|hrs?|cash|dollars|off|monthly|weekly|month|down|obo|firm|rounds|people|years?|minutes?|min)\b/i;
const yearPattern = /^(?:19[2-9]|20[0-2])\d\b/;

/** Labels before the address in a title: 'Tax auction: ', 'County tax sale - '. */
const labelPattern = /^[^\d]{0,60}?(?:[:–]|\s-)\s+/;
const listLabelPattern = /\b(?:auction|tax|deed|foreclos\w+|county|sheriff|probate|lien|parcel|land bank)\b/i;

/** `hasPlace`: it includes city and state or ZIP; `isWholeTitle`: the title is only the address and its label. */
export type Address = { quote: string; hasPlace: boolean; isWholeTitle: boolean };

function findWholeAddress(title: string): string | null {
  const match = zipAddressPattern.exec(title) ?? stateAddressPattern.exec(title);
  return match === null || quantityPattern.test(match[0]) ? null : match[0];
}

/** Letters and digits of `text`, two or more in a row. */
const countWords = (text: string): number => (text.match(/[a-z0-9]{2,}/gi) ?? []).length;

/** An address in the line together with its city or street type; '2016 Harley Road King' is none. */
function findFullAddress(line: string, unlabelled: string): Address | null {
  const whole = findWholeAddress(line);
  const street = whole ?? streetAddressPattern.exec(line)?.[0] ?? null;
  if (street === null || quantityPattern.test(street)) return null;
  const left = countWords(unlabelled.replace(street, ''));
  const isCar = whole === null && left > 0 && yearPattern.test(street);
  return isCar ? null : { quote: street, hasPlace: whole !== null, isWholeTitle: left <= 1 };
}

/** A line that is only a number and a name, as in a county's list. */
function findBareAddress(unlabelled: string, listed: boolean): Address | null {
  const line = unlabelled.trim().replace(/[\s,.!]+$/, '');
  if (quantityPattern.test(line)) return null;
  const isAddress = listed ? listedAddressPattern.test(line) : bareAddressPattern.test(line) && !yearPattern.test(line);
  return isAddress ? { quote: line, hasPlace: listed, isWholeTitle: true } : null;
}

/** The street address in a title, where it is unambiguous. */
export function parseAddress(title: string): Address | null {
  const line = title.replaceAll(/\s/g, ' ');
  const before = labelPattern.exec(line)?.[0] ?? '';
  const unlabelled = line.slice(before.length);
  const address = findFullAddress(line, unlabelled) ?? findBareAddress(unlabelled, listLabelPattern.test(before));
  if (address === null) return null;
  const at = line.indexOf(address.quote);
  return { ...address, quote: title.slice(at, at + address.quote.length).trim() };
}
