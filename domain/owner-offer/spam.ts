/** The spam signals of an offer. `otherSellers` have sent the same text; `pendingOffers` are this seller's own. */
export type OfferSignals = {
  description: string;
  isHoneypotFilled: boolean;
  form: 'fresh' | 'unknown' | 'too old' | 'too fast' | 'used';
  otherSellers: number;
  pendingOffers: number;
};

const maxLinks = 1;
const maxPendingOffers = 10;
/** In seconds: no person fills in the form faster. */
export const minFormSeconds = 3;
/** In hours. */
export const maxFormAgeHours = 24;

const formProblems: Record<OfferSignals['form'], string | null> = {
  fresh: null,
  unknown: 'it did not come from the form',
  'too old': `its form was opened more than ${maxFormAgeHours} hours ago`,
  'too fast': `its form was filled in within ${minFormSeconds} seconds`,
  used: 'its form had been sent before',
};

/** The beginning of the reason. */
export const spamReasonPrefix = 'It looks like spam';

/** Why an offer looks like spam, as a sentence for the reviewer; null where it does not. A person decides. */
export function findSpamReason({
  description,
  isHoneypotFilled,
  form,
  otherSellers,
  pendingOffers,
}: OfferSignals): string | null {
  const links = description.match(/https?:\/\/|\bwww\./gi)?.length ?? 0;
  const signs = [
    isHoneypotFilled ? 'a field that people do not see is filled in' : null,
    formProblems[form],
    links > maxLinks ? `its text has ${links} links` : null,
    otherSellers > 0 ? 'someone else has sent the same text' : null,
    pendingOffers >= maxPendingOffers ? `the same person has ${pendingOffers} other offers here` : null,
  ].filter((sign) => sign !== null);
  return signs.length === 0 ? null : `${spamReasonPrefix}: ${signs.join(', ')}`;
}
