import { describe, expect, it } from 'vitest';
import { createFingerprint } from './fingerprint.ts';
import type { RepostEntry } from './known-listing.ts';
import { createRepostIndex } from './repost-index.ts';
import { findRepostEvidence } from './same-property.ts';

describe('the address in the details', () => {
  const addressOf = (details: string) => {
    const { addresses, addressBasis } = createFingerprint({ title: 'Off market deal', details });
    return [...addresses, addressBasis];
  };

  it.each([
    'Our office is at 500 Main Street.',
    'Mail offers to 500 Main St',
    'Visit us at 500 Main St.',
    'Our address: 500 Main Street',
    'Gem City Homebuyers LLC\n500 Main Street',
    'Escríbanos o visítenos en 500 Main St',
  ])('The address in the details is not one where the seller is: %s', (details) => {
    expect(addressOf(`Slate roof. ${details}`)).toEqual(['mentioned']);
  });

  it.each([
    'The house is at 500 Main Street. Our office is closed on Sundays.',
    'Ubicada en 500 Main St. Llame a nuestra oficina.',
    '500 Main Street, bring offers to our office at 12 Oak Ave.',
    'Our office is closed on Sundays. Address: 500 Main St',
  ])('The address in the details is that of the property: %s', (details) => {
    expect(addressOf(details)).toEqual(['500||main|street', 'stated']);
  });

  it('The address in the details may belong to either where no word says so', () => {
    expect(addressOf('Slate roof, 500 Main Street, cash only')).toEqual(['500||main|street', 'mentioned']);
  });
});

describe('an address in many texts', () => {
  const texts = [
    'Copper stolen, windows boarded. Gem City Deals, 500 Main Street',
    'Full basement, tenant until May. Gem City Deals, 500 Main Street',
    'Cedar siding, carport, three sheds. Gem City Deals, 500 Main Street',
    'Slate roof, octagon porch. Property at 500 Main Street',
  ];
  const [first, second, third, own] = texts.map((details, at) => ({
    listingId: `deal ${at}`,
    title: `Deal ${['one', 'two', 'three', 'four'][at]}`,
    details,
    price: 40_000,
    latitude: 42.35,
    longitude: -83.1,
  })) as [RepostEntry, RepostEntry, RepostEntry, RepostEntry];

  it('An address in many texts is no address of a property', () => {
    const index = createRepostIndex();
    index.add(first);
    expect(index.find(own)?.listingId).toBe('deal 0');
    index.add(second);
    index.add(third);
    expect(index.find(own)).toBeNull();
    index.remove('deal 2');
    expect(index.find(own)).not.toBeNull();
  });

  it('An address in many texts is one of a property where it is a title', () => {
    const index = createRepostIndex();
    const units = [first, second, third].map((deal) => ({ ...deal, title: '500 Main Street' }));
    for (const unit of units) index.add(unit);
    expect(index.find({ ...own, title: '500 Main St' })).not.toBeNull();
  });

  it('An address that is only mentioned in two different texts does not make them one property', () => {
    expect(findRepostEvidence(first, second)).toBeNull();
  });

  it('An address in many texts does not hide that the texts are the same', () => {
    const index = createRepostIndex();
    for (const deal of [first, second, third]) index.add(deal);
    expect(index.find({ ...second, listingId: 'again' })?.listingId).toBe('deal 1');
  });
});
