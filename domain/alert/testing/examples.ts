import { presentMatch } from '../alert-view.ts';
import type { AlertCommand } from '../decider.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import type { AlertedListing } from '../events.ts';
import type { MatchedMember } from '#domain/matching/index/matched-member.ts';

export const exampleListing: AlertedListing = {
  title: 'House',
  price: 45_000,
  details: '',
  link: 'https://x.com/1',
  imageUrl: '',
  propertyType: 'house',
  previousPrice: null,
  city: 'Detroit',
  county: null,
  state: 'MI',
  zipCode: '48204',
  isApproximate: true,
  signals: [{ says: 'House', quote: 'House' }],
};

export const exampleFigures = { miles: 12.4, radius: 50, maxPrice: 54_000 };

export function createMatchedMember(userId: string): MatchedMember {
  return { userId, figures: exampleFigures };
}

type MatchData = Extract<AlertCommand, { type: 'Match' }>['data'];
type ExampleMatch = Partial<Omit<MatchData, 'members'>> & { listingId: string; userIds: string[] };

/** A match of these users with an example listing, by default delivered at once. */
export function createMatchCommand({ userIds, ...given }: ExampleMatch): Extract<AlertCommand, { type: 'Match' }> {
  const at = given.at ?? new Date().toISOString();
  const data = { n: 0, kind: 'new', mode: 'immediate', listing: exampleListing, foundAt: at, at } as const;
  return { type: 'Match', data: { ...data, ...given, members: userIds.map(createMatchedMember) } };
}

/** An alert of this listing as a member sees it. */
export function createListingView(changes: Partial<ListingView> = {}): ListingView {
  const heading = { id: 'l-1', kind: 'new', sentAt: '2026-03-01T12:00:00.000Z' } as const;
  return { ...presentMatch(exampleListing, exampleFigures, heading), ...changes };
}
