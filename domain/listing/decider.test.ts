import { describe, expect, it } from 'vitest';
import { given } from '#domain/shared/testing/given.ts';
import { type ListingCommand, listing } from './decider.ts';
import type { ListingEvent } from './events.ts';
import {
  facts,
  listingId,
  found,
  find,
  repriced,
  heldItem,
  held,
  hold,
  withdrawn,
  withdraw,
  again,
  reposted,
  repost,
} from './testing/examples.ts';

describe('Find', () => {
  it('finds a new listing', () => {
    given(listing, [])
      .when(find(45_000))
      .decides([found(45_000)]);
  });

  it('decides nothing for the same listing at the same price', () => {
    given(listing, [found(45_000)])
      .when(find(45_000))
      .decides([]);
  });

  it('notes another price, with the lowest ever seen before', () => {
    given(listing, [found(45_000)])
      .when(find(40_000))
      .decides([repriced(45_000, 40_000, 45_000)]);
    given(listing, [found(45_000), repriced(45_000, 40_000, 45_000)])
      .when(find(50_000))
      .decides([repriced(40_000, 50_000, 40_000)]);
    given(listing, [found(45_000), repriced(45_000, 40_000, 45_000), repriced(40_000, 50_000, 40_000)])
      .when(find(42_000))
      .decides([repriced(50_000, 42_000, 40_000)]);
  });

  it('finds a held one that is complete now', () => {
    given(listing, [held])
      .when(find(45_000))
      .decides([found(45_000)]);
  });

  it('finds one that the review dismissed, once it is complete', () => {
    given(listing, [held, withdrawn])
      .when(find(45_000))
      .decides([found(45_000)]);
  });

  it('finds a withdrawn one again', () => {
    given(listing, [found(45_000), withdrawn])
      .when(find(45_000))
      .decides([found(45_000)]);
  });

  it('notes the other price of a withdrawn one that is back', () => {
    given(listing, [found(45_000), withdrawn])
      .when(find(40_000))
      .decides([found(40_000), repriced(45_000, 40_000, 45_000)]);
  });

  describe('where a person has withdrawn it', () => {
    const taken: ListingEvent = { type: 'ListingWithdrawn', data: { listingId, reason: 'Sold', byPerson: true } };
    const past = [found(45_000), repriced(45_000, 40_000, 45_000), taken];

    it('leaves it so, as long as the source shows it for no less than ever', () => {
      given(listing, past).when(find(40_000)).decides([]);
      given(listing, past).when(find(50_000)).decides([]);
    });

    it('finds it again below its lowest price', () => {
      given(listing, past)
        .when(find(39_000))
        .decides([found(39_000), repriced(40_000, 39_000, 40_000)]);
    });

    it('finds it again where an admin enters it', () => {
      const data = { ...facts, reasons: [], price: 40_000, source: 'admin-entry' };
      given(listing, past)
        .when({ type: 'Find', data })
        .decides([{ type: 'ListingFound', data }]);
    });
  });

  it('remembers the lowest price over a withdrawal', () => {
    given(listing, [found(45_000), repriced(45_000, 30_000, 45_000), withdrawn, found(45_000)])
      .when(find(35_000))
      .decides([repriced(45_000, 35_000, 30_000)]);
  });

  it('takes a repost as what it is', () => {
    given(listing, [reposted(45_000)])
      .when(find(45_000))
      .decides([]);
    given(listing, [reposted(45_000)])
      .when(find(40_000))
      .decides([reposted(40_000)]);
  });
});

describe('Hold', () => {
  it('holds an item for review', () => {
    given(listing, []).when(hold).decides([held]);
  });

  it('decides nothing for the same item again', () => {
    given(listing, [held]).when(hold).decides([]);
  });

  it('holds what has changed of it', () => {
    const changed = { ...heldItem, item: { title: 'House', link: 'x', price: 'call me' } };
    given(listing, [held])
      .when({ type: 'Hold', data: changed })
      .decides([{ type: 'ListingHeld', data: changed }]);
  });

  it('leaves a listing that was found, or reposted, as it is', () => {
    given(listing, [found(45_000)])
      .when(hold)
      .decides([]);
    given(listing, [reposted(45_000)])
      .when(hold)
      .decides([]);
  });

  it('does not bring back what the review dismissed', () => {
    given(listing, [held, withdrawn]).when(hold).decides([]);
  });

  it('holds a withdrawn listing that comes back incomplete', () => {
    given(listing, [found(45_000), withdrawn])
      .when(hold)
      .decides([held]);
  });
});

describe('Reprice', () => {
  const reprice = (price: number): ListingCommand => ({ type: 'Reprice', data: { listingId, price } });

  it('notes another price', () => {
    given(listing, [found(45_000)])
      .when(reprice(40_000))
      .decides([repriced(45_000, 40_000, 45_000)]);
  });

  it('decides nothing for the same price', () => {
    given(listing, [found(45_000)])
      .when(reprice(45_000))
      .decides([]);
  });

  it('refuses what does not stand', () => {
    given(listing, []).when(reprice(40_000)).rejects('listing-not-found');
    given(listing, [held]).when(reprice(40_000)).rejects('listing-not-found');
    given(listing, [found(45_000), withdrawn])
      .when(reprice(40_000))
      .rejects('listing-not-found');
  });
});

describe('Repost', () => {
  it('notes which listing an item repeats', () => {
    given(listing, [])
      .when(repost(45_000))
      .decides([reposted(45_000)]);
  });

  it('decides nothing for the same again, and notes another price', () => {
    given(listing, [reposted(45_000)])
      .when(repost(45_000))
      .decides([]);
    given(listing, [reposted(45_000)])
      .when(repost(40_000))
      .decides([reposted(40_000)]);
  });

  it('leaves a listing of its own as it is', () => {
    given(listing, [found(45_000)])
      .when(repost(45_000))
      .decides([]);
  });

  it('settles a held item', () => {
    given(listing, [held])
      .when(repost(45_000))
      .decides([reposted(45_000)]);
  });
});

describe('Withdraw', () => {
  it('withdraws a listing once', () => {
    given(listing, [found(45_000)])
      .when(withdraw)
      .decides([withdrawn]);
    given(listing, [found(45_000), withdrawn])
      .when(withdraw)
      .decides([]);
  });

  it('dismisses a held item', () => {
    given(listing, [held]).when(withdraw).decides([withdrawn]);
  });

  it('decides nothing for a repost', () => {
    given(listing, [reposted(45_000)])
      .when(withdraw)
      .decides([]);
  });

  it('refuses an unknown listing', () => {
    given(listing, []).when(withdraw).rejects('listing-not-found');
  });
});

describe('the state', () => {
  const after = (...past: ListingEvent[]) => past.reduce(listing.evolve, listing.initialState);

  it('knows the last price and the lowest', () => {
    expect(after(found(45_000), repriced(45_000, 40_000, 45_000), repriced(40_000, 50_000, 40_000))).toEqual({
      status: 'found',
      price: 50_000,
      lowest: 40_000,
    });
  });

  it('knows what a repost repeats', () => {
    expect(after(reposted(45_000))).toEqual({ status: 'reposted', repost: { ...again, price: 45_000 } });
  });
});
