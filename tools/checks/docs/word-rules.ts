import { findPrivateWord } from '../name-rules.ts';
import { findPrivatePhrases } from '../texts/text-rules.ts';
import { type Page, removeFences } from './page.ts';

/** A sentence for each private word or phrase in a page. */
export function findPrivateTexts(pages: readonly Page[]): string[] {
  return pages.flatMap(({ path, text }) =>
    removeFences(text)
      .split('\n')
      .flatMap((line) => {
        const phrases = findPrivatePhrases(line);
        if (phrases.length > 0) return phrases.map((fault) => `${path} ${fault}`);
        const word = findPrivateWord(line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ''));
        return word === undefined ? [] : [`${path} says '${word}': ${line.slice(0, 80)}`];
      }),
  );
}
