import type { EmitFeature, ListingField } from './feature.ts';

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

/** Words, pairs of words, and parts of words, so that a word that no vocabulary has, or a misspelt one, counts too. */
export function emitWords(field: ListingField, text: string, emit: EmitFeature): void {
  let before = '^';
  let beforeAt = 0;
  let isHead = field === 'title';
  /** A word that comes again adds only its pairs: the rest would count once anyway. */
  const shapes = new Set<string>();
  for (const { 0: word, index: at } of text.matchAll(wordPattern)) {
    const shape = toShape(word);
    const end = at + word.length;
    const place = { field, at, end };
    const isFirst = !shapes.has(shape);
    shapes.add(shape);
    if (isFirst) emit(`${field}=${shape}`, weights.word, place);
    if (isFirst) emit(`=${shape}`, weights.word, place);
    emit(`${before} ${shape}`, weights.pair, { field, at: beforeAt, end });
    isHead &&= !headEnd.test(shape);
    if (isHead) emit(`head=${shape}`, weights.head, place);
    if (isFirst && shape.length > partLength)
      for (let i = 0; i + partLength <= shape.length; i++)
        emit(`~${shape.slice(i, i + partLength)}`, weights.part, place);
    before = shape;
    beforeAt = at;
  }
}
