import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { type ListingCommand, listing } from './decider.ts';
import type { ListingEvent } from './events.ts';
import {
  listingId,
  listingFacts,
  createFoundEvent,
  repostData,
  createFindCommand,
  createRepricedEvent,
  heldEvent,
  holdCommand,
  withdrawnEvent,
} from './testing/examples.ts';

describe('Accept', () => {
  const accept: Extract<ListingCommand, { type: 'Accept' }> = {
    type: 'Accept',
    data: { facts: { ...listingFacts, reasons: [], price: 45_000 }, corrected: ['price'], original: null },
  };
  const accepted: ListingEvent = { type: 'ListingAccepted', data: { listingId, corrected: ['price'] } };

  it('An Accept command records the decision, and finds the listing', () => {
    given(listing, [heldEvent])
      .when(accept)
      .then([accepted, createFoundEvent(45_000)]);
  });

  it('An Accept command records the decision, and the original of a repost', () => {
    const { source, externalId, link } = listingFacts;
    const data = {
      listingId,
      originalId: 'l-0',
      source,
      externalId,
      link,
      price: 45_000,
      evidence: repostData.evidence,
    };
    given(listing, [heldEvent])
      .when({ ...accept, data: { ...accept.data, original: { listingId: 'l-0', evidence: repostData.evidence } } })
      .then([accepted, { type: 'ListingReposted', data }]);
  });

  it('An Accept command applies to all later changes of the item', () => {
    given(listing, [heldEvent, accepted, createFoundEvent(45_000)])
      .when(holdCommand)
      .then([]);
    given(listing, [heldEvent, accepted, createFoundEvent(45_000)])
      .when(createFindCommand(40_000))
      .then([createRepricedEvent(45_000, 40_000, 45_000)]);
  });

  it('An Accept command rejects an item that is decided already, and an unknown one', () => {
    given(listing, [heldEvent, accepted, createFoundEvent(45_000)])
      .when(accept)
      .thenRejects('listing-not-held');
    given(listing, [heldEvent, withdrawnEvent]).when(accept).thenRejects('listing-not-held');
    given(listing, []).when(accept).thenRejects('listing-not-found');
  });
});

describe('Reject', () => {
  const reject: ListingCommand = { type: 'Reject', data: { listingId, title: 'House' } };
  const rejected: ListingEvent = { type: 'ListingRejected', data: { listingId, title: 'House' } };

  it('A Reject command records the decision', () => {
    given(listing, [heldEvent]).when(reject).then([rejected]);
    const reason = 'No property';
    given(listing, [heldEvent])
      .when({ type: 'Reject', data: { listingId, title: 'House', reason } })
      .then([{ type: 'ListingRejected', data: { listingId, title: 'House', reason } }]);
  });

  it('A Reject command applies to the item as it was, not to a complete one', () => {
    given(listing, [heldEvent, rejected]).when(holdCommand).then([]);
    given(listing, [heldEvent, rejected])
      .when(createFindCommand(45_000))
      .then([createFoundEvent(45_000)]);
  });

  it('A Reject command rejects an item that is decided already, and an unknown one', () => {
    given(listing, [heldEvent, rejected]).when(reject).thenRejects('listing-not-held');
    given(listing, [createFoundEvent(45_000)])
      .when(reject)
      .thenRejects('listing-not-held');
    given(listing, []).when(reject).thenRejects('listing-not-found');
  });
});
