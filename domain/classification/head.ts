import type { Evidence } from './evidence.ts';
import { layers, type Sense } from './vocabulary/phrases.ts';

/** What ends a part of a title. */
const divider =
  /[,;:.!?|()[\]"*~/\u0001\n&+@]|\s-+\s|(?<!\w)(?:with|w|on|in|near|at|for|from|of|to|by|and|or|plus|under|off|behind|via|per|que|con|en|de|por)(?!\w)/g;
const wordPattern = /[a-zà-ÿ][a-zà-ÿ']*/g;

const inLayers = (evidence: readonly Evidence[], names: ReadonlySet<string>) =>
  evidence.filter(({ sense }) => names.has(layers[sense]));

type Word = { word: string; at: number; end: number };
/** A part of a title: its last noun that the vocabulary has, and its last word behind that or, without one, at all. */
export type TitlePart = { sense: Sense | null; last: Word | null };

/** The parts of a text between its dividers. */
function splitParts(text: string): { at: number; end: number }[] {
  const dividers = [...text.matchAll(divider)];
  const starts = [0, ...dividers.map(({ 0: whole, index }) => index + whole.length)];
  const ends = [...dividers.map(({ index }) => index), text.length];
  return starts.map((at, index) => ({ at, end: ends[index] ?? at }));
}

const nounLayers = new Set(['noun', 'wanting', 'service', 'renting', 'sold']);
/** What is said of anything that is sold names nothing. */
const fillerLayers = new Set(['sale', 'vague', 'legal', 'landTrait', 'part', 'facts']);

function findLastWord(text: string, { at, end }: { at: number; end: number }, fillers: Evidence[]): Word | null {
  const words = [...text.slice(at, end).matchAll(wordPattern)].map(({ 0: word, index }) => ({
    word,
    at: at + index,
    end: at + index + word.length,
  }));
  const isFiller = (word: Word) => fillers.some((filler) => word.at < filler.end && filler.at < word.end);
  return words.findLast((word) => !isFiller(word)) ?? null;
}

/** The parts of a normalized title that name something, in their order. */
export function findTitleParts(text: string, evidence: readonly Evidence[]): TitlePart[] {
  return [...readParts(text, evidence)].filter(({ sense, last }) => sense !== null || last !== null);
}

function* readParts(text: string, evidence: readonly Evidence[]): Generator<TitlePart> {
  const nouns = inLayers(evidence, nounLayers);
  const fillers = inLayers(evidence, fillerLayers);
  let from = 0;
  for (const { at: start, end } of splitParts(text)) {
    const at = Math.max(start, from);
    if (at >= end) continue;
    const noun = nouns.findLast((item) => item.at >= at && item.at < end);
    const last = findLastWord(text, { at: noun?.end ?? at, end }, fillers);
    from = Math.max(noun?.end ?? at, end);
    yield { sense: noun?.sense ?? null, last };
  }
}
