import { describe, expect, it } from 'vitest';
import type { AlertedListing, AlertedMember } from './events.ts';
import { buildAlertId, buildAlertMessages, presentMatch } from './alert-view.ts';
import { exampleFigures, exampleListing } from './testing/examples.ts';
import { describeMatch } from './match-reasons.ts';

const listing: AlertedListing = {
  ...exampleListing,
  title: 'Two bedrooms, as is',
  details: 'Inherited.',
  imageUrl: 'https://x.com/1.jpg',
  propertyType: 'mobile home',
};
const figures = exampleFigures;
const noFacts = { beds: null, baths: null, livingArea: null, acres: null, yearBuilt: null };
const at = '2026-03-01T12:00:00.000Z';

describe('whyOf', () => {
  it('The function whyOf lists distance, price and type', () => {
    expect(describeMatch(figures, listing, 'new')).toEqual([
      '12.4 mi from your ZIP code (within 50)',
      '$45,000, $9,000 under your $54,000 max',
      'Mobile home included',
    ]);
  });

  it('The function whyOf says that the price dropped', () => {
    expect(describeMatch(figures, listing, 'price drop')[1]).toBe(
      'Price dropped to $45,000, $9,000 under your $54,000 max',
    );
  });

  it('The function whyOf formats whole miles without a decimal', () => {
    expect(describeMatch({ ...figures, miles: 0 }, listing, 'new')[0]).toBe('In your ZIP');
  });
});

describe('presentMatch', () => {
  it('The function presentMatch returns the listing as it was when matched, with the time it was sent', () => {
    expect(presentMatch(listing, figures, { id: 'l-1', kind: 'new', sentAt: at })).toEqual({
      id: 'l-1',
      title: 'Two bedrooms, as is',
      price: 45_000,
      priceText: '$45,000',
      details: 'Inherited.',
      link: 'https://x.com/1',
      imageUrl: 'https://x.com/1.jpg',
      sentAt: at,
      pictures: null,
      miles: 12.4,
      kind: 'new',
      propertyType: 'mobile home',
      previousPrice: null,
      place: { address: null, city: 'Detroit', county: null, state: 'MI', zipCode: '48204', isApproximate: true },
      facts: { ...noFacts, beds: { value: 2, quote: 'Two bedrooms' } },
      signals: [{ says: 'House', quote: 'House' }],
      searches: [{ id: '1', name: 'Search 1' }],
      why: ['12.4 mi from your ZIP code (within 50)', '$45,000, $9,000 under your $54,000 max', 'Mobile home included'],
      withdrawnAt: null,
      marks: { read: false, saved: false, hidden: false, note: '', status: null },
    });
  });

  it('A listing shows the address and the figures that its source gave before those of its text', () => {
    const heading = { id: 'l-1', kind: 'new', sentAt: at } as const;
    const title = '2 bedroom at 12 Oak St';
    expect(presentMatch({ ...listing, title }, figures, heading)).toMatchObject({
      place: { address: '12 Oak St' },
      facts: { beds: { value: 2 } },
    });
    const given = { address: '77 Elm St, Detroit, MI', beds: 3 };
    expect(presentMatch({ ...listing, title, given }, figures, heading)).toMatchObject({
      place: { address: '77 Elm St' },
      facts: { beds: { value: 3, quote: 'Beds: 3' } },
    });
  });

  it('The function buildAlertId gives a later alert of the same listing another id', () => {
    expect(buildAlertId({ listingId: 'l-1', n: 1 })).not.toBe(buildAlertId({ listingId: 'l-1', n: 0 }));
  });
});

describe('alertMessages', () => {
  const member = (userId: string, miles: number): AlertedMember => ({ userId, figures: { ...figures, miles } });
  const shared = { listingId: 'l-1', n: 0, kind: 'new', mode: 'immediate', listing, foundAt: at, at } as const;

  it('The function buildAlertMessages gives each receiver the listing with the receiver’s own reasons, and leaves out deleted users', () => {
    const members = [member('a', 1), { userId: 'erased-17', figures: null }, member('c', 3)];
    const messages = buildAlertMessages({ ...shared, members });
    expect(messages.map(({ member: { userId }, message }) => [userId, message.listing.miles, message.why[0]])).toEqual([
      ['a', 1, '1 mi from your ZIP code (within 50)'],
      ['c', 3, '3 mi from your ZIP code (within 50)'],
    ]);
    expect(messages.every(({ message }) => message.listing.sentAt === at)).toBe(true);
  });
});
