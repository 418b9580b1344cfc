import type { MatchedMember } from '../alert/events.ts';
import type { PropertyType } from '../listing/contract.ts';
import { milesBetween, type Point } from './distance.ts';

/** An active member at the centre of the member's ZIP. Radius in miles, price in whole US dollars. */
export type MatcherMember = Point & {
  userId: string;
  zipCode: string;
  radius: number;
  maxPrice: number;
  wantsMobileHomes: boolean;
  wantsRawLand: boolean;
  wantsTinyHomes: boolean;
};

export type MatchedListing = Point & { price: number; propertyType: PropertyType };

/** Who matched, as it was at that moment: later changes of members do not reach it. */
export type Matches = {
  count: number;
  toArray: () => MatchedMember[];
  /** The same members in arrays of at most `size`, made one by one as they are asked for. */
  chunks: (size: number) => Iterable<MatchedMember[]>;
};

export type Matcher = {
  readonly size: number;
  set: (member: MatcherMember) => void;
  remove: (userId: string) => void;
  match: (listing: MatchedListing) => Matches;
};

const wants = (member: MatcherMember, type: PropertyType): boolean =>
  type === 'house' ||
  (type === 'mobile home' && member.wantsMobileHomes) ||
  (type === 'raw land' && member.wantsRawLand) ||
  (type === 'tiny home' && member.wantsTinyHomes);

export function createMatcher(): Matcher {
  const members = new Map<string, MatcherMember>();
  return {
    get size() {
      return members.size;
    },
    set: (member) => void members.set(member.userId, member),
    remove: (userId) => void members.delete(userId),
    match: (listing) => {
      const matched: MatchedMember[] = [];
      for (const member of members.values()) {
        const miles = milesBetween(member, listing);
        if (miles > member.radius || listing.price > member.maxPrice || !wants(member, listing.propertyType)) continue;
        const { userId, radius, maxPrice, zipCode } = member;
        matched.push({ userId, miles: Math.round(miles * 10) / 10, radius, maxPrice, zipCode });
      }
      return {
        count: matched.length,
        toArray: () => matched,
        *chunks(size) {
          for (let from = 0; from < matched.length; from += size) yield matched.slice(from, from + size);
        },
      };
    },
  };
}
