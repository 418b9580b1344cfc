import type { PropertyType } from '#domain/listing/contract.ts';
import { isDailyIn, placeIn } from './index/block.ts';
import { columnsOf, enterColumns, type MemberColumns } from './index/columns.ts';
import type { Point } from '#domain/geo/distance.ts';
import type { Search } from './fit.ts';
import { type Matches, matchesOf } from './index/matches.ts';
import { createMemberCells } from './index/member-cells.ts';
import { nearFinder } from './index/near.ts';
import { createReaches } from './index/reach.ts';
import { maxPriceOf, mostRadii, radiusIndexOf, termOf, wishesIn } from './index/terms.ts';
import { wish, wishesOf, wishesOfBits } from './wishes.ts';

export type { MemberColumns, Matches };

/** Where and for what an active member looks. Radius in miles, price in whole US dollars. */
export type MemberSearch = Search & { zipCode: string; isDaily: boolean };
/** The same at the centre of the member's ZIP. */
export type MatcherMember = Omit<MemberSearch, 'isDaily'> & Point & { userId: string; isDaily?: boolean };

export type MatchedListing = Point & { price: number; propertyType: PropertyType };

export type Matcher = {
  readonly size: number;
  /** Adds a member, or replaces what was known of the member. */
  set: (member: MatcherMember) => void;
  remove: (userId: string) => void;
  /** What is known of a member; null for anybody else. */
  searchOf: (userId: string) => MemberSearch | null;
  match: (listing: MatchedListing) => Matches;
  columns: () => MemberColumns;
};

/**
 * All active members in memory, some 60 bytes each. A match looks at the cells within the farthest radius only, and in
 * them at those who can afford the listing; a million members take well under a millisecond.
 */
export function createMatcher(from: MemberColumns | null = null): Matcher {
  const cells = createMemberCells(from?.names);
  const { places, ids } = cells;
  const all = createReaches(mostRadii, places.at);
  const { radii, indexOf } = all;
  if (from !== null) {
    for (const radius of from.radii) indexOf(radius);
    enterColumns(cells, from);
  }
  const near = nearFinder(cells, all);

  return {
    get size() {
      return cells.size;
    },
    set: (member) => {
      const term = termOf(member.maxPrice, indexOf(member.radius), wishesOf(member));
      cells.put(member.userId, member, { term, isDaily: member.isDaily ?? false });
    },
    remove: cells.remove,
    searchOf: (userId) => {
      const found = cells.termsOf(userId);
      if (found === null) return null;
      const { term, spot } = found;
      return {
        radius: radii[radiusIndexOf(term)] ?? 0,
        maxPrice: maxPriceOf(term),
        ...wishesOfBits(wishesIn(term)),
        zipCode: places.at(placeIn(spot)).zipCode,
        isDaily: isDailyIn(spot),
      };
    },
    match: ({ latitude, longitude, price, propertyType }) =>
      matchesOf(
        near({ latitude, longitude, price }, wish[propertyType]),
        { ids, places, radii },
        { latitude, longitude },
      ),
    columns: () => columnsOf(cells, radii),
  };
}
