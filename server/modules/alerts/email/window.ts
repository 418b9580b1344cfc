import { isDigest } from '../matching/digests.ts';
import type { MailedEvent } from './collect.ts';

/** How alerts are gathered into one mail, in ms. */
export type Timing = {
  /** A window closes when no alert came for this long, */
  quiet: number;
  /** or after this long in any case, */
  most: number;
  /** or this, while digests are being delivered: those of one morning belong together. */
  digestMost: number;
};
export const usualTiming: Timing = { quiet: 3000, most: 20_000, digestMost: 50_000 };

/** When what was gathered is to be mailed. Other mails than alerts do not wait. Times in ms since 1970. */
export function openWindow({ quiet, most, digestMost }: Timing) {
  let first: number | null = null;
  let digestsUntil = 0;
  let isUrgent = false;

  /** Takes note of a fact that came at `now`, and tells when the window closes. */
  return (fact: MailedEvent, now: number): number => {
    first ??= now;
    if (fact.type !== 'AlertsDelivered') isUrgent = true;
    if (isDigest(fact)) digestsUntil = Math.min(now + quiet, first + digestMost);
    return isUrgent ? now : Math.max(digestsUntil, Math.min(now + quiet, first + most));
  };
}
