import type { ListingView } from '#domain/listing/contract.ts';
import { noMarks } from '#domain/listing/marks.contract.ts';

export function createListingView(changes: Partial<ListingView> = {}): ListingView {
  return {
    id: 'l-1',
    title: 'House',
    price: 45_000,
    priceText: '$45,000',
    previousPrice: null,
    details: '',
    link: 'https://example.com',
    imageUrl: '',
    pictures: null,
    sentAt: '2025-03-20T12:00:00.000Z',
    miles: 12.4,
    kind: 'new',
    propertyType: 'house',
    place: { address: null, city: 'Detroit', county: null, state: 'MI', zipCode: '48204', isApproximate: true },
    facts: { beds: null, baths: null, livingArea: null, acres: null, yearBuilt: null },
    signals: [],
    searches: [{ id: '1', name: 'Search 1' }],
    why: [],
    withdrawnAt: null,
    marks: noMarks,
    ...changes,
  };
}
