import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/given.ts';
import { type ListingCommand, listing } from './decider.ts';
import type { ListingEvent } from './events.ts';
import { listingId, facts, found, find, repriced, held, hold, withdrawn } from './testing/examples.ts';

describe('Accept', () => {
  const accept: Extract<ListingCommand, { type: 'Accept' }> = {
    type: 'Accept',
    data: { facts: { ...facts, reasons: [], price: 45_000 }, corrected: ['price'], originalId: null },
  };
  const accepted: ListingEvent = { type: 'ListingAccepted', data: { listingId, corrected: ['price'] } };

  it('notes the decision, and finds the listing', () => {
    given(listing, [held])
      .when(accept)
      .decides([accepted, found(45_000)]);
  });

  it('notes the decision, and of which listing it is a repost', () => {
    const { source, externalId, link } = facts;
    const data = { listingId, originalId: 'l-0', source, externalId, link, price: 45_000 };
    given(listing, [held])
      .when({ ...accept, data: { ...accept.data, originalId: 'l-0' } })
      .decides([accepted, { type: 'ListingReposted', data }]);
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
