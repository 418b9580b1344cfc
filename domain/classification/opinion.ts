import type { PropertyType } from '#domain/listing/contract.ts';
import type { Reason } from '#domain/listing/events.ts';
import { isForMachines } from '#domain/text/machine-talk.ts';
import { readAs } from '#domain/text/reading.ts';
import type { Opinion } from './opinion.contract.ts';
import type { Judged, Verdict } from './verdict.ts';

/** Shorter ones stand in every text. */
const shortestQuote = 4;

/** Whether a text tries to tell a reading machine what to answer; nobody asks for an opinion of such a one. */
export function speaksToMachines({ title, details }: Judged): boolean {
  return isForMachines(readAs('words', `${title}\n${details}`).plain);
}

/**
 * The verdict with a second opinion heard. An opinion only settles what the rules left open, and only by words that are
 * really in the text; without, or of a text that speaks to machines, the rules' verdict stands.
 */
export function combine(judged: Judged, byRules: Verdict, opinion: Opinion | null): Verdict {
  if (byRules.verdict !== 'review' || opinion === null || speaksToMachines(judged)) return byRules;
  const quotes = verified(judged, opinion.quotes);
  if (quotes === null || opinion.verdict === 'unsure') return byRules;
  if (opinion.verdict === 'reject') {
    const reasons = reasonsFor('Second opinion: no home or land for sale', quotes);
    return { verdict: 'reject', reason: 'A second opinion finds no home or land for sale in it', reasons };
  }
  const { propertyType } = opinion;
  return propertyType === null ? byRules : matched(propertyType, quotes);
}

function matched(propertyType: PropertyType, quotes: string[]): Verdict {
  return { verdict: 'match', propertyType, reasons: reasonsFor(`Second opinion: ${propertyType}`, quotes) };
}

const reasonsFor = (says: string, quotes: string[]): Reason[] => quotes.map((quote) => ({ says, quote }));

/** The quotes as they stand in the text; null where there is none, or one that does not stand there. */
function verified({ title, details }: Judged, quotes: readonly string[]): string[] | null {
  const text = `${title}\n${details}`;
  const found = quotes.map((quote) => literally(text, quote));
  const real = found.filter((quote) => quote !== null);
  return real.length > 0 && real.length === found.length ? [...new Set(real)] : null;
}

/** Blanks and case do not matter. */
function literally(text: string, quote: string): string | null {
  const words = quote.trim().split(/\s+/);
  if (words.join('').length < shortestQuote) return null;
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+');
  return new RegExp(pattern, 'i').exec(text)?.[0] ?? null;
}
