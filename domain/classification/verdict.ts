import type { PropertyType } from '#domain/listing/contract.ts';
import type { Reason } from '#domain/listing/events.ts';
import { type Found, reasonsOf } from '#domain/text/phrases.ts';

/** What is judged. `price` in whole US dollars, null where none could be read. */
export type Judged = { title: string; details: string; price: number | null };

/** `reason` is a sentence for people; every quote stands literally in the title or the details. */
export type Verdict =
  | { verdict: 'match'; propertyType: PropertyType; reasons: Reason[] }
  | { verdict: 'reject'; reason: string; reasons: Reason[] }
  | { verdict: 'review'; reason: string; reasons: Reason[] };

/** Of an offer that says so itself; one that stood until now is withdrawn by it. */
export const soldAlreadyReason = 'It is sold already';

export const reject = (reason: string, found: Found[]): Verdict => ({
  verdict: 'reject',
  reason,
  reasons: reasonsOf(found),
});
export const review = (reason: string, found: Found[]): Verdict => ({
  verdict: 'review',
  reason,
  reasons: reasonsOf(found),
});
