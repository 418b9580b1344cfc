import { describe, expect, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { builtInSources } from './built-in-sources.ts';
import { listing } from './decider.ts';
import {
  createFindCommand,
  createFoundEvent,
  createRetypeCommand,
  createRetypedEvent,
  heldEvent,
  listingFacts,
  listingId,
  withdrawnEvent,
} from './testing/examples.ts';

const retyped = createRetypedEvent('house', 'raw land');

describe('Retype', () => {
  it('A Retype command records the new type with the previous one, and can be reversed', () => {
    given(listing, [createFoundEvent(45_000)])
      .when(createRetypeCommand('raw land'))
      .then([retyped]);
    given(listing, [createFoundEvent(45_000), retyped])
      .when(createRetypeCommand('house'))
      .then([createRetypedEvent('raw land', 'house')]);
  });

  it('A Retype command decides nothing for the same type', () => {
    given(listing, [createFoundEvent(45_000), retyped])
      .when(createRetypeCommand('raw land'))
      .then([]);
  });

  it('A Retype command drops the words that were quoted for the previous type', () => {
    const inherited = { says: 'Inherited', quote: 'Heirs' };
    const reasons = [{ says: 'House at a street address', quote: '5 Elm St' }, inherited];
    const found = { type: 'ListingFound', data: { ...listingFacts, price: 45_000, reasons } } as const;
    const state = listing.evolve(listing.initialState, found);
    const [event] = listing.decide(createRetypeCommand('raw land'), state);
    expect(event).toMatchObject({ data: { facts: { reasons: [inherited] } } });
  });

  it('A Retype command rejects a listing that is not active', () => {
    given(listing, []).when(createRetypeCommand('house')).thenRejects('listing-not-found');
    given(listing, [heldEvent]).when(createRetypeCommand('house')).thenRejects('listing-not-found');
    given(listing, [createFoundEvent(45_000), withdrawnEvent])
      .when(createRetypeCommand('raw land'))
      .thenRejects('listing-withdrawn');
  });
});

describe('a corrected type', () => {
  it('A corrected type stays when the source sends the listing again at another price', () => {
    const [repriced] = listing.decide(createFindCommand(40_000), fold(createFoundEvent(45_000), retyped));
    expect(repriced).toMatchObject({ type: 'ListingRepriced', data: { facts: { propertyType: 'raw land' } } });
  });

  it('A corrected type stays when the source offers the withdrawn listing again', () => {
    const [found] = listing.decide(createFindCommand(45_000), fold(createFoundEvent(45_000), retyped, withdrawnEvent));
    expect(found).toMatchObject({ type: 'ListingFound', data: { propertyType: 'raw land' } });
  });

  it('A corrected type ends when a person enters the withdrawn listing with another one', () => {
    const data = { ...listingFacts, reasons: [], price: 45_000, source: builtInSources.entry };
    const state = fold(createFoundEvent(45_000), retyped, withdrawnEvent);
    const [found] = listing.decide({ type: 'Find', data }, state);
    expect(found).toMatchObject({ data: { listingId, propertyType: 'house' } });
  });
});

function fold(...events: Parameters<typeof listing.evolve>[1][]) {
  return events.reduce(listing.evolve, listing.initialState);
}
