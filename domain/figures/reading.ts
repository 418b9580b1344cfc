import type { Fact } from './contract.ts';

/** A figure in a text; null where its words leave the value open. */
export type FactReading = { value: number | null; quote: string };

export type Limits = readonly [least: number, most: number];

export const numberWords = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
  forty: 40,
};
const wordValues = new Map(Object.entries(numberWords));

/** '1,200', '.5' or 'three'; 0 for anything else. */
export function parseCount(text = ''): number {
  return wordValues.get(text.toLowerCase()) ?? (Number(text.replaceAll(',', '')) || 0);
}

/** The figure that all readings agree on. */
export function agreeOn(readings: readonly FactReading[], [least, most]: Limits): Fact {
  const possible = readings.filter(({ value }) => value === null || (value >= least && value <= most));
  const [first] = possible;
  if (first === undefined || first.value === null) return null;
  const { value, quote } = first;
  return possible.every((other) => other.value === value) ? { value, quote: quote.trim() } : null;
}

const contextLength = 80;

/** The words around a match, at most 80 characters on each side. */
export function takeContext({ input, index, 0: quote }: RegExpExecArray): { before: string; after: string } {
  const end = index + quote.length;
  return {
    before: input.slice(Math.max(0, index - contextLength), index),
    after: input.slice(end, end + contextLength),
  };
}
