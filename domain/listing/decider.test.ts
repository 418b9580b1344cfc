import { describe, expect, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { type ListingCommand, listing } from './decider.ts';
import type { ListingEvent } from './events.ts';
import {
  listingFacts,
  matchedFacts,
  listingId,
  createFoundEvent,
  createFindCommand,
  createRepricedEvent,
  heldItem,
  heldEvent,
  holdCommand,
  withdrawnEvent,
  withdrawCommand,
  repostData,
  createRepostedEvent,
  createRepostCommand,
} from './testing/examples.ts';

describe('Find', () => {
  it('A Find command finds a new listing', () => {
    given(listing, [])
      .when(createFindCommand(45_000))
      .then([createFoundEvent(45_000)]);
  });

  it('A Find command decides nothing for the same listing at the same price', () => {
    given(listing, [createFoundEvent(45_000)])
      .when(createFindCommand(45_000))
      .then([]);
  });

  it('A Find command records a new price, with the lowest price seen before', () => {
    given(listing, [createFoundEvent(45_000)])
      .when(createFindCommand(40_000))
      .then([createRepricedEvent(45_000, 40_000, 45_000)]);
    given(listing, [createFoundEvent(45_000), createRepricedEvent(45_000, 40_000, 45_000)])
      .when(createFindCommand(50_000))
      .then([createRepricedEvent(40_000, 50_000, 40_000)]);
    given(listing, [
      createFoundEvent(45_000),
      createRepricedEvent(45_000, 40_000, 45_000),
      createRepricedEvent(40_000, 50_000, 40_000),
    ])
      .when(createFindCommand(42_000))
      .then([createRepricedEvent(50_000, 42_000, 40_000)]);
  });

  it('A Find command finds a held item that is complete now', () => {
    given(listing, [heldEvent])
      .when(createFindCommand(45_000))
      .then([createFoundEvent(45_000)]);
  });

  it('A Find command finds an item that the review dismissed, once it is complete', () => {
    given(listing, [heldEvent, withdrawnEvent])
      .when(createFindCommand(45_000))
      .then([createFoundEvent(45_000)]);
  });

  it('A Find command finds a withdrawn listing again', () => {
    given(listing, [createFoundEvent(45_000), withdrawnEvent])
      .when(createFindCommand(45_000))
      .then([createFoundEvent(45_000)]);
  });

  it('A Find command records the new price of a withdrawn listing that is back', () => {
    given(listing, [createFoundEvent(45_000), withdrawnEvent])
      .when(createFindCommand(40_000))
      .then([createFoundEvent(40_000), createRepricedEvent(45_000, 40_000, 45_000)]);
  });

  describe('a listing that a person withdrew', () => {
    const withdrawnByPerson: ListingEvent = {
      type: 'ListingWithdrawn',
      data: { listingId, reason: 'Sold', byPerson: true },
    };
    const past = [
      createFoundEvent(45_000),
      createRepricedEvent(45_000, 40_000, 45_000),
      createRepricedEvent(40_000, 43_000, 40_000),
      withdrawnByPerson,
    ];

    it('A listing that a person withdrew stays withdrawn while the source shows it at or above its lowest price', () => {
      for (const price of [40_000, 42_000, 50_000]) given(listing, past).when(createFindCommand(price)).then([]);
    });

    it('A listing that a person withdrew is found again below its lowest price', () => {
      given(listing, past)
        .when(createFindCommand(39_000))
        .then([createFoundEvent(39_000), createRepricedEvent(43_000, 39_000, 40_000)]);
    });

    it('A listing that a person withdrew is found again when an admin enters it', () => {
      const data = { ...listingFacts, reasons: [], price: 43_000, source: 'admin-entry' };
      given(listing, past)
        .when({ type: 'Find', data })
        .then([{ type: 'ListingFound', data }]);
    });
  });

  it('A Find command remembers the lowest price across a withdrawal', () => {
    given(listing, [
      createFoundEvent(45_000),
      createRepricedEvent(45_000, 30_000, 45_000),
      withdrawnEvent,
      createFoundEvent(45_000),
    ])
      .when(createFindCommand(35_000))
      .then([createRepricedEvent(45_000, 35_000, 30_000)]);
  });

  it('A Find command records a repost as a repost', () => {
    given(listing, [createRepostedEvent(45_000)])
      .when(createFindCommand(45_000))
      .then([]);
    given(listing, [createRepostedEvent(45_000)])
      .when(createFindCommand(40_000))
      .then([createRepostedEvent(40_000)]);
  });
});

describe('Hold', () => {
  it('A Hold command holds an item for review', () => {
    given(listing, []).when(holdCommand).then([heldEvent]);
  });

  it('A Hold command decides nothing for the same item again', () => {
    given(listing, [heldEvent]).when(holdCommand).then([]);
  });

  it('A Hold command holds a changed item again', () => {
    const changed = { ...heldItem, item: { title: 'House', link: 'x', price: 'call me' } };
    given(listing, [heldEvent])
      .when({ type: 'Hold', data: changed })
      .then([{ type: 'ListingHeld', data: changed }]);
  });

  it('A Hold command does not change a listing that was found or reposted', () => {
    given(listing, [createFoundEvent(45_000)])
      .when(holdCommand)
      .then([]);
    given(listing, [createRepostedEvent(45_000)])
      .when(holdCommand)
      .then([]);
  });

  it('A Hold command does not restore an item that the review dismissed', () => {
    given(listing, [heldEvent, withdrawnEvent]).when(holdCommand).then([]);
  });

  it('A Hold command holds a withdrawn listing that comes back incomplete', () => {
    given(listing, [createFoundEvent(45_000), withdrawnEvent])
      .when(holdCommand)
      .then([heldEvent]);
  });
});

describe('Reprice', () => {
  const reprice = (price: number): ListingCommand => ({ type: 'Reprice', data: { listingId, price } });

  it('A Reprice command records a new price', () => {
    given(listing, [createFoundEvent(45_000)])
      .when(reprice(40_000))
      .then([createRepricedEvent(45_000, 40_000, 45_000)]);
  });

  it('A Reprice command decides nothing for the same price', () => {
    given(listing, [createFoundEvent(45_000)])
      .when(reprice(45_000))
      .then([]);
  });

  it('A Reprice command rejects an inactive listing', () => {
    given(listing, []).when(reprice(40_000)).thenRejects('listing-not-found');
    given(listing, [heldEvent]).when(reprice(40_000)).thenRejects('listing-not-found');
    given(listing, [createFoundEvent(45_000), withdrawnEvent])
      .when(reprice(40_000))
      .thenRejects('listing-not-found');
  });
});

describe('Repost', () => {
  it('A Repost command records the original of a repost', () => {
    given(listing, [])
      .when(createRepostCommand(45_000))
      .then([createRepostedEvent(45_000)]);
  });

  it('A Repost command decides nothing for the same repost, and records a new price', () => {
    given(listing, [createRepostedEvent(45_000)])
      .when(createRepostCommand(45_000))
      .then([]);
    given(listing, [createRepostedEvent(45_000)])
      .when(createRepostCommand(40_000))
      .then([createRepostedEvent(40_000)]);
  });

  it('A Repost command does not change a listing that is not a repost', () => {
    given(listing, [createFoundEvent(45_000)])
      .when(createRepostCommand(45_000))
      .then([]);
  });

  it('A Repost command settles a held item', () => {
    given(listing, [heldEvent])
      .when(createRepostCommand(45_000))
      .then([createRepostedEvent(45_000)]);
  });
});

describe('Withdraw', () => {
  it('A Withdraw command withdraws a listing once', () => {
    given(listing, [createFoundEvent(45_000)])
      .when(withdrawCommand)
      .then([withdrawnEvent]);
    given(listing, [createFoundEvent(45_000), withdrawnEvent])
      .when(withdrawCommand)
      .then([]);
  });

  it('A Withdraw command dismisses a held item', () => {
    given(listing, [heldEvent]).when(withdrawCommand).then([withdrawnEvent]);
  });

  it('A Withdraw command decides nothing for a repost', () => {
    given(listing, [createRepostedEvent(45_000)])
      .when(withdrawCommand)
      .then([]);
  });

  it('A Withdraw command refuses an unknown listing', () => {
    given(listing, []).when(withdrawCommand).thenRejects('listing-not-found');
  });
});

describe('the state of a listing', () => {
  const after = (...past: ListingEvent[]) => past.reduce(listing.evolve, listing.initialState);

  it('The state of a listing contains the last price and the lowest', () => {
    expect(
      after(
        createFoundEvent(45_000),
        createRepricedEvent(45_000, 40_000, 45_000),
        createRepricedEvent(40_000, 50_000, 40_000),
      ),
    ).toEqual({
      status: 'found',
      price: 50_000,
      lowest: 40_000,
      facts: matchedFacts,
    });
  });

  it('The state of a listing contains the original of a repost', () => {
    expect(after(createRepostedEvent(45_000))).toEqual({
      status: 'reposted',
      repost: { ...repostData, price: 45_000 },
    });
  });
});

it('A listing at another price keeps the address and the figures that its source gave', () => {
  const fields = { address: '12 Oak St', beds: 3 };
  const data = { ...listingFacts, reasons: [], price: 45_000, given: fields };
  const state = listing.evolve(listing.initialState, { type: 'ListingFound', data });
  const [repriced] = listing.decide(createFindCommand(39_000), state);
  expect(repriced).toMatchObject({ type: 'ListingRepriced', data: { facts: { given: fields } } });
});
