import { describe, expect, it } from 'vitest';
import { findSpamReason, type OfferSignals } from './spam.ts';

const good: OfferSignals = {
  description: 'Inherited house, pictures at https://example.com/a',
  isHoneypotFilled: false,
  form: 'fresh',
  otherSellers: 0,
  pendingOffers: 0,
};

describe('the spam reason of an offer', () => {
  it('The spam reason of an offer is null without any signal', () => {
    expect(findSpamReason(good)).toBeNull();
    expect(findSpamReason({ ...good, pendingOffers: 9 })).toBeNull();
  });

  it.each<[Partial<OfferSignals>, string]>([
    [{ isHoneypotFilled: true }, 'a field that people do not see is filled in'],
    [{ form: 'unknown' }, 'it did not come from the form'],
    [{ form: 'too fast' }, 'its form was filled in within 3 seconds'],
    [{ form: 'too old' }, 'its form was opened more than 24 hours ago'],
    [{ form: 'used' }, 'its form had been sent before'],
    [{ description: 'Buy at http://a.example and www.b.example now' }, 'its text has 2 links'],
    [{ otherSellers: 1 }, 'someone else has sent the same text'],
    [{ pendingOffers: 10 }, 'the same person has 10 other offers here'],
  ])('The spam reason of an offer names the signal: %j', (sign, reason) => {
    expect(findSpamReason({ ...good, ...sign })).toBe(`It looks like spam: ${reason}`);
  });

  it('The spam reason of an offer names all signals', () => {
    expect(findSpamReason({ ...good, isHoneypotFilled: true, form: 'unknown' })).toBe(
      'It looks like spam: a field that people do not see is filled in, it did not come from the form',
    );
  });
});
