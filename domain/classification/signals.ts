import type { QuotedReason } from '#domain/listing/facts.contract.ts';
import { createPhraseIndex } from '#domain/text/phrase-index.ts';
import { isDenied } from '#domain/text/phrase-matcher.ts';
import { normalizeText } from '#domain/text/text-normalization.ts';
import signals from './vocabulary/signals.json' with { type: 'json' };

/** Signals of an off-market offer: why it is cheap, and why its owner is in a hurry. */
const findSignals = createPhraseIndex(signals);
const names = Object.keys(signals);

/** 'Lien free', 'owner financing is not available', 'rent to own? No.': negated by the words that follow. */
const laterDenial =
  /\s(?:(?:is|are|was|were) )?(?:not|no longer|never) (?:available|offered|possible|included|accepted|allowed|needed|required|an option)|\s(?:(?:is|are|was|were|all|been|have|has|will be) )*(?:free|cleared|released|satisfied|resolved|waived)(?!\w)|\s?\?\s?(?:no|none|nope|not|never)(?!\w)/y;

function isDeniedLater(text: string, end: number): boolean {
  laterDenial.lastIndex = end;
  return laterDenial.test(text);
}

/** The signals of an off-market offer in a text, each once. */
export function findOffMarketSignals(text: string): QuotedReason[] {
  const { normalized: plain, toOriginal: literal } = normalizeText('words', text);
  return findNormalizedSignals(plain).map(({ says, quote }) => ({ says, quote: literal(quote) ?? quote }));
}

/** The same for normalized texts; a signal that occurs in several of them counts once. */
export function findNormalizedSignals(...texts: string[]): QuotedReason[] {
  const quotes = new Map<string, string>();
  for (const text of texts) {
    const ends = new Map<string, number>();
    for (const { sense, at, end } of findSignals(text)) {
      // 'No back taxes owed' is read once, as denied, and not again from 'taxes owed' on.
      if (at < (ends.get(sense) ?? 0)) continue;
      ends.set(sense, end);
      if (!quotes.has(sense) && !isDenied(text, at) && !isDeniedLater(text, end))
        quotes.set(sense, text.slice(at, end).trim());
    }
  }
  return names.flatMap((says) => {
    const quote = quotes.get(says);
    return quote === undefined ? [] : [{ says, quote }];
  });
}
