import { beforeEach, expect, it, vi } from 'vitest';
import { readOfferDraft, storeOfferDraft } from './offer-draft.ts';
import { blankOffer } from './offer-fields.ts';

const typed = { ...blankOffer, description: 'A house with a leaking roof', consent: true };
const day = 24 * 60 * 60 * 1000;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

it('A draft of an offer is kept for 30 days, without the consent', () => {
  storeOfferDraft(typed, 0);
  expect(readOfferDraft(30 * day - 1)).toEqual({ ...typed, consent: false });
  expect(readOfferDraft(30 * day)).toBeNull();
  expect(readOfferDraft(1)).toBeNull();
});

it('A blank offer is no draft', () => {
  storeOfferDraft(typed, 0);
  storeOfferDraft(blankOffer, 1);
  expect(readOfferDraft(2)).toBeNull();
});

it.each(['not JSON', '7', '{"at":0,"fields":{"description":5,"gone":"x","price":"$45k"}}'])(
  'A draft that was stored as %s does no harm',
  (text) => {
    localStorage.setItem('offer-draft', text);
    expect([null, { ...blankOffer, price: '$45k' }]).toContainEqual(readOfferDraft(1));
  },
);
