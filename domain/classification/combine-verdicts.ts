import type { PropertyType } from '#domain/listing/contract.ts';
import type { QuotedReason } from '#domain/listing/facts.contract.ts';
import { hasPromptInjection } from '#domain/text/prompt-injection.ts';
import { normalizeText } from '#domain/text/text-normalization.ts';
import type { LlmOpinion } from './llm-opinion.contract.ts';
import type { ListingText, ClassificationVerdict } from './verdict.ts';

/** Shorter quotes occur in every text. */
const minQuoteLength = 4;

/** Whether a text contains a prompt injection; no LLM opinion is requested for such a text. */
export function isInjectionAttempt({ title, details }: ListingText): boolean {
  return hasPromptInjection(normalizeText('words', `${title}\n${details}`).normalized);
}

/**
 * The verdict after the LLM's opinion. An opinion only settles what the rules left open, and only with quotes that
 * occur in the text; without them, or for a text with a prompt injection, the rules' verdict is final.
 */
export function combineVerdicts(
  listing: ListingText,
  byRules: ClassificationVerdict,
  opinion: LlmOpinion | null,
): ClassificationVerdict {
  if (byRules.verdict !== 'review' || opinion === null || isInjectionAttempt(listing)) return byRules;
  const quotes = verifyQuotes(listing, opinion.quotes);
  if (quotes === null || opinion.verdict === 'unsure') return byRules;
  if (opinion.verdict === 'reject') {
    const reasons = quoteReasons('Second opinion: no home or land for sale', quotes);
    return { verdict: 'reject', reason: 'A second opinion finds no home or land for sale in it', reasons };
  }
  const { propertyType } = opinion;
  return propertyType === null ? byRules : buildMatch(propertyType, quotes);
}

function buildMatch(propertyType: PropertyType, quotes: string[]): ClassificationVerdict {
  return { verdict: 'match', propertyType, reasons: quoteReasons(`Second opinion: ${propertyType}`, quotes) };
}

const quoteReasons = (says: string, quotes: string[]): QuotedReason[] => quotes.map((quote) => ({ says, quote }));

/** The quotes as written in the text; null where there is none, or one that does not occur in it. */
function verifyQuotes({ title, details }: ListingText, quotes: readonly string[]): string[] | null {
  const text = `${title}\n${details}`;
  const literals = quotes.map((quote) => findLiteral(text, quote));
  const real = literals.filter((quote) => quote !== null);
  return real.length > 0 && real.length === literals.length ? [...new Set(real)] : null;
}

/** Whitespace and case are ignored. */
function findLiteral(text: string, quote: string): string | null {
  const words = quote.trim().split(/\s+/);
  if (words.join('').length < minQuoteLength) return null;
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+');
  return new RegExp(pattern, 'i').exec(text)?.[0] ?? null;
}
