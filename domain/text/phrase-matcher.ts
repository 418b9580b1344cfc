import type { QuotedReason } from '#domain/listing/facts.contract.ts';

/** A phrase that is evidence, its weight, and its meaning. */
export type Phrase = { says: string; weight: number; words: RegExp };
export type PhraseMatch = QuotedReason & { weight: number };

/** A space in a phrase also matches a line break, `~` an optional space, and `'` an apostrophe or none. */
const toPattern = (phrase: string) =>
  phrase.replaceAll(' ', '(?:[ \\n])').replaceAll('~', '[ \\n]?').replaceAll("'", "'?");

/** anyOf`for sale; house~boats?`: any of these regular expressions, as whole words of a normalized text. */
export function compilePhrases({ raw }: TemplateStringsArray, ...values: string[]): RegExp {
  const phrases = String.raw({ raw }, ...values).split(/\s*;\s*/);
  const words = phrases
    .map((phrase) => toPattern(phrase.trim().replaceAll(/\s+/g, ' ')))
    .filter((phrase) => phrase !== '');
  return new RegExp(`(?<!\\w)(?:${words.join('|')})(?!\\w)`, 'g');
}

const denial =
  /(?<!\w)(?:no|not|non|never|nothing|without|isn'?t|aren'?t|doesn'?t|free of|zero)(?:\s(?:a|an|any|the|known|outstanding|longer|kind of|had|has|have|been|be|do|doing|offer|offering|accept|accepting|considering|in|currently))*(?:(?:\s[\w-]{1,14}){1,3}\s(?:or|nor)(?:\san?)?)?\s$/;

/** Blanks out what `words` match; all other characters keep their position. */
export const maskMatches = (text: string, words: RegExp): string =>
  text.replace(words, (found) => '\0'.repeat(found.length));

/**
 * The first match of `words` in `text` that is not negated ('no liens' is no lien), quoted from `original`, of which
 * `text` is a blanked copy.
 */
export function findQuote(words: RegExp, text: string, original = text): string | null {
  for (const found of text.matchAll(words)) {
    if (denial.test(text.slice(Math.max(0, found.index - 40), found.index))) continue;
    return original.slice(found.index, found.index + found[0].length).trim();
  }
  return null;
}

/** Each phrase that occurs in `text`, once. */
export function findPhrases(phrases: readonly Phrase[], text: string, original = text): PhraseMatch[] {
  const found: PhraseMatch[] = [];
  for (const { says, words, weight } of phrases) {
    const quote = findQuote(words, text, original);
    if (quote !== null) found.push({ says, quote, weight });
  }
  return found;
}

export const sumWeights = (found: readonly PhraseMatch[]): number => found.reduce((sum, { weight }) => sum + weight, 0);
export const findMaxWeight = (found: readonly PhraseMatch[]): number =>
  Math.max(0, ...found.map(({ weight }) => weight));

/** Heaviest first, each meaning once. */
export function toReasons(found: readonly PhraseMatch[]): QuotedReason[] {
  const heaviestFirst = [...found].sort((a, b) => b.weight - a.weight);
  const bySays = new Map<string, QuotedReason>();
  for (const { says, quote } of heaviestFirst) if (!bySays.has(says)) bySays.set(says, { says, quote });
  return [...bySays.values()];
}
