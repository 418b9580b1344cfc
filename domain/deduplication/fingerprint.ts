import { findStateCode } from '#domain/geo/place-names.ts';
import { type AddressBasis, findStreetAddresses, findStreets, type StreetAddress } from './street-address.ts';
import { countTellingWords, removeStopWords, tokenize } from './words.ts';

/** The fingerprint of a listing's text: hashes of its words, and the numbers that distinguish similar listings. */
export type Fingerprint = {
  /** Hashes of the title's words. */
  title: ArrayLike<number>;
  /** The smallest hashes of the details' word pairs: all of a short text, a representative sample of a long one. */
  details: ArrayLike<number>;
  /** '3bed', '0.25acre', 'lot12' of title and details, and every other number of the title. */
  numbers: readonly string[];
  /** The kind of each number: 'bed', 'acre', 'lot', '' for a plain one. */
  kinds: readonly string[];
  /** From the title or otherwise from the details. */
  addresses: readonly StreetAddress[];
  addressBasis: AddressBasis;
  /** How many words of the text, at most 100, could not stand in any offer of the town. */
  tellingWords: number;
  /** The same for the title. */
  tellingTitleWords: number;
  /** 'pine street', from the title or otherwise from the details. */
  streets: readonly string[];
};

/** Shared, because most listings lack one list or another. */
const emptyList: readonly string[] = [];
export const shareEmpty = (list: readonly string[]): readonly string[] => (list.length === 0 ? emptyList : list);

const sampleSize = 32;
const maxStreetText = 4000;

/** A 31-bit hash with a nearly random order (FNV-1a, then the finalizer of MurmurHash3). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 1;
}

function sampleHashes(hashes: number[]): number[] {
  const sorted = Uint32Array.from(hashes).sort();
  const sample: number[] = [];
  for (const hash of sorted) {
    if (sample.length === sampleSize) break;
    if (hash !== sample.at(-1)) sample.push(hash);
  }
  return sample;
}

/** Without 'Detroit MI 48204': the location is compared by coordinates, and neighbors have the same words. */
function removePlaces(words: string[]): string[] {
  const isZip = words.map((word, index) => /^\d{5}$/.test(word) && findStateCode(words[index - 1] ?? '') !== null);
  return isZip.includes(true)
    ? words.filter((_, index) => !isZip[index] && !isZip[index + 1] && !isZip[index + 2])
    : words;
}

/** Hashes of every word of a title or every word pair of the details; words that only accompany a sale are left out. */
function hashWords(titleWords: string[], detailWords: string[]) {
  const significantWords = removeStopWords(removePlaces(detailWords));
  return {
    title: removeStopWords(titleWords).map(hashText),
    details: significantWords.map((word, index) => hashText(`${word} ${significantWords[index + 1] ?? ''}`)),
  };
}

const isNumber = (word: string) =>
  /^\.?\d/.test(word) ||
  /^(?:arv|built|side|lot|unit|parcel|tract|bldg|building|apn|block|ref|mls|stock|folio|pin|case|cert|item)\w*\d/.test(
    word,
  );
/** Hashes a long number: a slice would keep the whole text in memory, and long numbers differ at their end. */
const shortenNumber = (word: string) => (word.length <= 12 ? word : `${extractUnit(word)}${hashText(word)}`);
const isMeasure = (word: string) => /(?:bed|bath|sqft|acre|dim)$/.test(word) || /^[a-z]/.test(word);

/** `town` are the names of the place, which say nothing about an offer there. */
export function createFingerprint({
  title,
  details,
  town = '',
}: {
  title: string;
  details: string;
  town?: string;
}): Fingerprint {
  const titleWords = tokenize(title);
  const detailWords = tokenize(details);
  const hashes = hashWords(titleWords, detailWords);
  const { addresses, addressBasis } = findStreetAddresses({ title, titleWords, details, detailWords, tokenize });
  const titleStreets = findStreets(title, titleWords, tokenize);
  const townWords = new Set(tokenize(town));
  return {
    tellingWords: countTellingWords([...titleWords, ...detailWords], townWords),
    tellingTitleWords: countTellingWords(titleWords, townWords),
    title: sampleHashes(hashes.title),
    details: sampleHashes(hashes.details),
    ...sortNumbers([
      ...titleWords.filter(isNumber),
      ...detailWords.filter((word) => isNumber(word) && isMeasure(word)),
    ]),
    addresses: shareEmpty(addresses),
    addressBasis,
    streets: shareEmpty(
      titleStreets.length > 0 ? titleStreets : findStreets(details.slice(0, maxStreetText), detailWords, tokenize),
    ),
  };
}

/**
 * Share of hashes in common, from two sorted samples: 0 to 1, and 1 where both are empty. Exact for short texts,
 * otherwise within about 0.1. A share below `least` is only known to be below it.
 */
export function jaccard(a: ArrayLike<number>, b: ArrayLike<number>, least = 0): number {
  const mostMissing = sampleSize * (1 - least);
  let [i, j, common, missing] = [0, 0, 0, 0];
  while (common + missing < sampleSize && missing <= mostMissing && (i < a.length || j < b.length)) {
    const left = a[i] ?? Number.POSITIVE_INFINITY;
    const right = b[j] ?? Number.POSITIVE_INFINITY;
    if (left === right) common++;
    else missing++;
    i += Number(left <= right);
    j += Number(right <= left);
  }
  return common + missing === 0 ? 1 : common / (common + missing);
}

const isAlphabetic = (code: number) => code >= 97 && code <= 122;

/** The letters of 'lot12' and '3bed'; '' for a plain number. */
function extractUnit(number: string): string {
  let end = 0;
  while (isAlphabetic(number.charCodeAt(end))) end += 1;
  if (end > 0) return number.slice(0, end);
  let begin = number.length;
  while (isAlphabetic(number.charCodeAt(begin - 1))) begin -= 1;
  return number.slice(begin);
}

const partPattern = /^(?:unit|side|lot|tract|bldg|building)/;

type ListingNumbers = Pick<Fingerprint, 'numbers' | 'kinds'>;

/** Each number once, with its kind: listings are compared more often than they are read. */
export function sortNumbers(words: string[]): ListingNumbers {
  const numbers = [...new Set(words)].map(shortenNumber);
  return { numbers: shareEmpty(numbers), kinds: shareEmpty(numbers.map(extractUnit)) };
}

function containsKind(others: ListingNumbers, { numbers, kinds }: ListingNumbers, kind: string): boolean {
  for (let at = 0; at < kinds.length; at++)
    if (kinds[at] === kind && !others.numbers.includes(numbers[at] ?? '')) return false;
  return true;
}

/**
 * Numbers of one kind contradict each other unless one text has all those of the other: '3bed' and '4bed', lot 12 and
 * 14. `ignored` kinds do not count; '' is a plain number.
 */
export function hasConflictingNumbers(a: ListingNumbers, b: ListingNumbers, ignored: readonly string[] = []): boolean {
  for (const kind of a.kinds) {
    const isCompared = b.kinds.includes(kind) && !ignored.includes(kind);
    if (isCompared && !containsKind(b, a, kind) && !containsKind(a, b, kind)) return true;
  }
  return false;
}

/** Whether both or neither name a unit, a lot or a half of a building. */
export function hasSameParts(a: readonly string[], b: readonly string[]): boolean {
  const partsOf = (numbers: readonly string[]) => numbers.filter((number) => partPattern.test(number));
  return (partsOf(a).length === 0) === (partsOf(b).length === 0);
}
