import { getTypeBit, type PropertyType } from '#domain/listing/property-types.contract.ts';
import { unpackDaily, unpackPlace } from './index/member-block.ts';
import type { Point } from '#domain/geo/distance.ts';
import type { SearchCriteria } from './match-rules.ts';
import { type MatchResult, createMatchResult } from './index/match-result.ts';
import { createMemberGrid } from './index/member-grid.ts';
import { createNearbyFinder } from './index/find-nearby.ts';
import { createRadiusTable } from './index/radius-table.ts';
import { unpackMaxPrice, maxRadii, unpackRadiusIndex, packFilters, unpackTypeBits } from './index/packed-filters.ts';

export type { MatchResult };

/** The search of an active member. Radius in miles, price in whole US dollars. */
export type MemberSearch = SearchCriteria & { zipCode: string; isDaily: boolean };
/** The same with the coordinates of the member's ZIP. */
export type MatcherMember = Omit<MemberSearch, 'isDaily'> & Point & { userId: string; isDaily?: boolean };

export type MatchedListing = Point & { price: number; propertyType: PropertyType };

export type Matcher = {
  readonly size: number;
  /** Adds or replaces a member. */
  set: (member: MatcherMember) => void;
  remove: (userId: string) => void;
  /** The data of a member; null for an unknown user. */
  findSearch: (userId: string) => MemberSearch | null;
  match: (listing: MatchedListing) => MatchResult;
};

/**
 * All active members in memory, about 60 bytes each. A match visits only the cells within the largest radius, and in
 * them only members that can afford the listing; with a million members it takes well under a millisecond.
 */
export function createMatcher(): Matcher {
  const cells = createMemberGrid();
  const { places, ids } = cells;
  const all = createRadiusTable(maxRadii, places.get);
  const { radii, indexOf } = all;
  const near = createNearbyFinder(cells, all);

  return {
    get size() {
      return cells.size;
    },
    set: (member) => {
      const term = packFilters(member.maxPrice, indexOf(member.radius), member.typeBits);
      cells.put(member.userId, member, { term, isDaily: member.isDaily ?? false });
    },
    remove: cells.remove,
    findSearch: (userId) => {
      const search = cells.getTerms(userId);
      if (search === null) return null;
      const { term, packedPlace } = search;
      return {
        radius: radii[unpackRadiusIndex(term)] ?? 0,
        maxPrice: unpackMaxPrice(term),
        typeBits: unpackTypeBits(term),
        zipCode: places.get(unpackPlace(packedPlace)).zipCode,
        isDaily: unpackDaily(packedPlace),
      };
    },
    match: ({ latitude, longitude, price, propertyType }) =>
      createMatchResult(
        near({ latitude, longitude, price }, getTypeBit(propertyType)),
        { ids, places, radii },
        { latitude, longitude },
      ),
  };
}
