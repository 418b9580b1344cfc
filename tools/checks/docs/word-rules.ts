import { findPrivateWord } from '../name-rules.ts';
import { type Page, removeFences } from './page.ts';

/** Phrases that plain English does not use, or uses otherwise. */
const phrases = [
  /\b(?:it|that|this|which|what|who) stands\b(?! (?:for|by|up)\b)/i,
  /\b(?:is|are|was|were) told\b/i,
  /\bcomes? by itself\b|\bby themselves\b/i,
  /\bwhat (?:comes|came|becomes|became) of\b/i,
  /\bso many\b/i,
  /\bin its turn\b|\btakes? (?:its|the|their) turns?\b/i,
  /\bthrow[ns]? away\b|\bfor good\b|\b(?:is|was|are) to be had\b/i,
  /\bout of order\b|\bgets? out\b|\bof yesterday\b/i,
  /\bwhat is (?:owed|held|told)\b|\b(?:who|what) is no\b/i,
];

/** A sentence for each private word or phrase in a page. */
export function findPrivateTexts(pages: readonly Page[]): string[] {
  return pages.flatMap(({ path, text }) =>
    removeFences(text)
      .split('\n')
      .flatMap((line) => {
        const phrase = phrases.map((one) => one.exec(line)?.[0]).find((found) => found !== undefined);
        const found = phrase ?? findPrivateWord(line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ''));
        return found === undefined ? [] : [`${path} says '${found}': ${line.slice(0, 80)}`];
      }),
  );
}
