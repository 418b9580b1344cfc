import { cutText } from '#domain/shared/foreign-text.contract.ts';
import { hasPromptInjection } from '#domain/text/prompt-injection.ts';
import { normalizeText } from '#domain/text/text-normalization.ts';
import type { LlmOpinion } from './llm-opinion.contract.ts';
import type { ListingText, ClassificationVerdict } from '../verdict.ts';

/** Shorter quotes occur in every text. */
const minQuoteLength = 4;
/** Longer ones are cut in the sentence that a reviewer reads. */
const maxShownQuoteLength = 80;

/** Whether a text contains a prompt injection; no LLM opinion is requested for such a text. */
export function isInjectionAttempt({ title, details }: ListingText): boolean {
  return hasPromptInjection(normalizeText('words', `${title}\n${details}`).normalized);
}

/**
 * The verdict after the LLM's opinion, which never accepts or rejects: it holds a narrow match that it contradicts or is
 * unsure about, and tells the reviewer of a held listing what it sees. Apart from 'unsure' it counts only with quotes that
 * occur in the text, and never for a text with a prompt injection.
 */
export function combineVerdicts(
  listing: ListingText,
  byRules: ClassificationVerdict,
  opinion: LlmOpinion | null,
): ClassificationVerdict {
  if (opinion === null || isInjectionAttempt(listing)) return byRules;
  const view = describeOpinion(listing, opinion);
  if (view === null || isAgreed(byRules, opinion)) return byRules;
  if (byRules.verdict === 'review') return { ...byRules, reason: byRules.reason + view };
  if (byRules.verdict === 'reject' || byRules.needsOpinion !== true) return byRules;
  return { verdict: 'review', reason: explainHeldMatch(byRules) + view, reasons: byRules.reasons };
}

function isAgreed(byRules: ClassificationVerdict, { verdict, propertyType }: LlmOpinion): boolean {
  if (byRules.verdict === 'match') return verdict === 'match' && propertyType === byRules.propertyType;
  return byRules.verdict === 'review' && verdict === 'unsure';
}

/** Whether the reason why a listing is held contains an opinion on this verdict. */
export function hasOpinion(reason: string, byRules: ClassificationVerdict): boolean {
  const ownReason = byRules.verdict === 'match' ? explainHeldMatch(byRules) : byRules.reason;
  return reason.startsWith(ownReason + opinionLabel);
}

const opinionLabel = '. Second opinion: ';
const explainHeldMatch = ({ propertyType }: Extract<ClassificationVerdict, { verdict: 'match' }>) =>
  `Its type (${propertyType}) is uncertain`;

/** What follows the reason of the rules; null for an opinion without proof or type. */
function describeOpinion(listing: ListingText, { verdict, propertyType, quotes }: LlmOpinion): string | null {
  if (verdict === 'unsure') return `${opinionLabel}unsure`;
  const says = verdict === 'reject' ? 'no home or land for sale' : propertyType;
  const literals = verifyQuotes(listing, quotes);
  if (says === null || literals === null) return null;
  const cutQuotes = literals.map((quote) => `"${cutText(quote.replaceAll(/\s+/g, ' '), maxShownQuoteLength)}"`);
  return `${opinionLabel}${says} (${cutQuotes.join(', ')})`;
}

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
