import { describe, it } from 'vitest';
import { given } from '../given.ts';
import { type ListingCommand, listing } from './decider.ts';
import type { ListingEvent } from './events.ts';
import { listingId, facts, found, find, repriced, held, hold, withdrawn } from './testing/examples.ts';

describe('Accept', () => {
  const accept: ListingCommand = {
    type: 'Accept',
    data: { facts: { ...facts, reasons: [], price: 45_000 }, corrected: ['price'] },
  };
  const accepted: ListingEvent = { type: 'ListingAccepted', data: { listingId, corrected: ['price'] } };

  it('notes the decision, and finds the listing', () => {
    given(listing, [held])
      .when(accept)
      .decides([accepted, found(45_000)]);
  });

  it('stands for all that comes of the item later', () => {
    given(listing, [held, accepted, found(45_000)])
      .when(hold)
      .decides([]);
    given(listing, [held, accepted, found(45_000)])
      .when(find(40_000))
      .decides([repriced(45_000, 40_000, 45_000)]);
  });

  it('refuses what is decided already, and what is unknown', () => {
    given(listing, [held, accepted, found(45_000)])
      .when(accept)
      .rejects('listing-not-held');
    given(listing, [held, withdrawn]).when(accept).rejects('listing-not-held');
    given(listing, []).when(accept).rejects('listing-not-found');
  });
});

describe('Reject', () => {
  const reject: ListingCommand = { type: 'Reject', data: { listingId, title: 'House' } };
  const rejected: ListingEvent = { type: 'ListingRejected', data: { listingId, title: 'House' } };

  it('notes the decision', () => {
    given(listing, [held]).when(reject).decides([rejected]);
  });

  it('stands for the item as it was, not for one that is complete', () => {
    given(listing, [held, rejected]).when(hold).decides([]);
    given(listing, [held, rejected])
      .when(find(45_000))
      .decides([found(45_000)]);
  });

  it('refuses what is decided already, and what is unknown', () => {
    given(listing, [held, rejected]).when(reject).rejects('listing-not-held');
    given(listing, [found(45_000)])
      .when(reject)
      .rejects('listing-not-held');
    given(listing, []).when(reject).rejects('listing-not-found');
  });
});
