import type { EmailTrigger } from './build-emails.ts';

/** How alerts are gathered into one mail, in ms. */
export type BatchTiming = {
  /** A window closes when no alert arrived for this long, */
  quietMs: number;
  /** or after this long in any case, */
  maxWaitMs: number;
  /** or this, while digests are being delivered: those of one morning belong together. */
  maxDigestWaitMs: number;
};
export const defaultTiming: BatchTiming = { quietMs: 3000, maxWaitMs: 20_000, maxDigestWaitMs: 50_000 };

/** When gathered alerts are mailed. Other mails do not wait. Times in ms since 1970. */
export function createBatchWindow({ quietMs: quiet, maxWaitMs: most, maxDigestWaitMs: digestMost }: BatchTiming) {
  let first: number | null = null;
  let digestsUntil = 0;
  let isUrgent = false;

  /** Records a fact that arrived at `now`, and returns when the window closes. */
  return (fact: EmailTrigger, now: number): number => {
    first ??= now;
    if (fact.type !== 'AlertsDelivered') isUrgent = true;
    else if (fact.data.mode === 'daily') digestsUntil = Math.min(now + quiet, first + digestMost);
    return isUrgent ? now : Math.max(digestsUntil, Math.min(now + quiet, first + most));
  };
}
