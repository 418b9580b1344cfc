import type { PropertyType } from '#domain/listing/contract.ts';
import type { QuotedReason } from '#domain/listing/events.ts';
import { hasPromptInjection } from '#domain/text/prompt-injection.ts';
import { normalizeText } from '#domain/text/text-normalization.ts';
import type { LlmOpinion } from './llm-opinion.contract.ts';
import type { ListingText, ClassificationVerdict } from './verdict.ts';

/** Shorter ones stand in every text. */
const minQuoteLength = 4;

/** Whether a text tries to tell a reading machine what to answer; nobody asks for an opinion of such a one. */
export function isInjectionAttempt({ title, details }: ListingText): boolean {
  return hasPromptInjection(normalizeText('words', `${title}\n${details}`).normalized);
}

/**
 * The verdict with a second opinion heard. An opinion only settles what the rules left open, and only by words that are
 * really in the text; without, or of a text that speaks to machines, the rules' verdict stands.
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

/** The quotes as they stand in the text; null where there is none, or one that does not stand there. */
function verifyQuotes({ title, details }: ListingText, quotes: readonly string[]): string[] | null {
  const text = `${title}\n${details}`;
  const found = quotes.map((quote) => findLiteral(text, quote));
  const real = found.filter((quote) => quote !== null);
  return real.length > 0 && real.length === found.length ? [...new Set(real)] : null;
}

/** Blanks and case do not matter. */
function findLiteral(text: string, quote: string): string | null {
  const words = quote.trim().split(/\s+/);
  if (words.join('').length < minQuoteLength) return null;
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+');
  return new RegExp(pattern, 'i').exec(text)?.[0] ?? null;
}
