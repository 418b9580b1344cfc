import type { AddFeature, ListingField } from './feature.ts';

const wordPattern = /[a-zà-ÿ]+(?:'[a-z]+)?|\$?\d[\d,.]*|[?!/&#|]/g;
/** What follows these is not the head of a title. */
const headEnd = /^(?:with|w|on|in|near|at|for|and|plus|to|of|by|from|[?!/|&])$/;
/** The weight of a word beside that of a phrase of the vocabulary. */
const weights = { word: 0.4, pair: 0.3, head: 0.3, part: 0.12 };
const partLength = 4;

/** A number is read by its size alone. */
function toShape(word: string): string {
  if (word.startsWith('$')) return '$';
  const code = word.charCodeAt(0);
  if (code < 0x30 || code > 0x39) return word;
  const digits = word.replaceAll(/[,.]+$|,/g, '');
  if (digits.includes('.')) return '#.';
  if (/^(?:18[5-9]|19\d|20[0-3])\d$/.test(digits)) return '#year';
  return Number(digits) === 0 ? '#0' : `#${Math.min(digits.length, 6)}`;
}

/** The features of a word, found once; `findPair` finds that of the word and the next one. */
export type WordFeatures<T> = Record<ListingField | 'anywhere' | 'head', T | undefined> & {
  parts: T[];
  findPair: (next: string) => T | undefined;
};
type FindFeature<T> = (name: string) => T | undefined;

export function findWordFeatures<T>(
  shape: string,
  find: FindFeature<T>,
  findPair: FindFeature<T> = (next) => find(`${shape} ${next}`),
): WordFeatures<T> {
  const parts: T[] = [];
  for (let end = partLength; end <= shape.length && shape.length > partLength; end++) {
    const part = find(`~${shape.slice(end - partLength, end)}`);
    if (part !== undefined) parts.push(part);
  }
  const [title, details] = [find(`title=${shape}`), find(`details=${shape}`)];
  return { title, details, anywhere: find(`=${shape}`), head: find(`head=${shape}`), parts, findPair };
}

type Words<T> = { findWord: (shape: string) => WordFeatures<T>; add: AddFeature<T> };

/** Words, pairs of words, and parts of words, so that a word that no vocabulary has, or a misspelt one, counts too. */
export function addWords<T>(field: ListingField, text: string, { findWord, add }: Words<T>): void {
  let before = findWord('^');
  let beforeAt = 0;
  let isHead = field === 'title';
  /** A word that comes again adds only its pairs: the rest would count once anyway. */
  const shapes = new Set<string>();
  for (const { 0: token, index: at } of text.matchAll(wordPattern)) {
    const shape = toShape(token);
    const end = at + token.length;
    const place = { field, at, end };
    const word = findWord(shape);
    const isFirst = !shapes.has(shape);
    shapes.add(shape);
    if (isFirst) add(word[field], weights.word, place);
    if (isFirst) add(word.anywhere, weights.word, place);
    add(before.findPair(shape), weights.pair, { field, at: beforeAt, end });
    isHead &&= !headEnd.test(shape);
    if (isHead) add(word.head, weights.head, place);
    if (isFirst) for (const part of word.parts) add(part, weights.part, place);
    before = word;
    beforeAt = at;
  }
}
