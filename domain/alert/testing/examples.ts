import type { AlertCommand } from '../decider.ts';
import type { AlertedListing } from '../events.ts';
import type { MatchedMember } from '#domain/matching/index/matched-member.ts';

export const exampleListing: AlertedListing = {
  title: 'House',
  price: 45_000,
  details: '',
  link: 'https://x.com/1',
  imageUrl: '',
  propertyType: 'house',
  city: 'Detroit',
  state: 'MI',
  zipCode: '48204',
};

export function createMatchedMember(userId: string): MatchedMember {
  return { userId, figures: { miles: 12.4, radius: 50, maxPrice: 54_000 } };
}

type MatchData = Extract<AlertCommand, { type: 'Match' }>['data'];
type ExampleMatch = Partial<Omit<MatchData, 'members'>> & { listingId: string; userIds: string[] };

/** A match of these users with an example listing, by default delivered at once. */
export function createMatchCommand({ userIds, ...given }: ExampleMatch): Extract<AlertCommand, { type: 'Match' }> {
  const at = given.at ?? new Date().toISOString();
  const data = { n: 0, kind: 'new', mode: 'immediate', listing: exampleListing, foundAt: at, at } as const;
  return { type: 'Match', data: { ...data, ...given, members: userIds.map(createMatchedMember) } };
}
