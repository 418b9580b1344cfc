import { getTypeBit, type PropertyType } from '#domain/listing/property-types.contract.ts';
import { unpackDaily, unpackPlace } from './index/member-block.ts';
import type { Point } from '#domain/geo/distance.ts';
import type { SearchCriteria } from './match-rules.ts';
import { type MatchResult, createMatchResult } from './index/match-result.ts';
import { createMemberGrid } from './index/member-grid.ts';
import { createNearbyFinder } from './index/find-nearby.ts';
import { createSearchOwners } from './index/search-owners.ts';
import { createRadiusTable } from './index/radius-table.ts';
import { unpackMaxPrice, maxRadii, unpackRadiusIndex, packFilters, unpackTypeBits } from './index/packed-filters.ts';

export type { MatchResult };

/** A search of an active member. Radius in miles, price in whole US dollars. */
export type MemberSearch = SearchCriteria & { zipCode: string; isDaily: boolean };
/** A further search of a member: its id belongs to no other search, and to no user. */
export type FurtherSearch = { searchId: string; name: string };
/** The same with the coordinates of its ZIP; the first search of a member where `further` is absent. */
export type MatcherMember = Omit<MemberSearch, 'isDaily'> &
  Point & { userId: string; isDaily?: boolean; further?: FurtherSearch };

export type MatchedListing = Point & { price: number; propertyType: PropertyType };

export type Matcher = {
  /** Of searches. */
  readonly size: number;
  /** Adds or replaces a search. */
  set: (member: MatcherMember) => void;
  /** Removes a search: its id, or that of its member for the first one. */
  remove: (searchKey: string) => void;
  /** A search by the same key; null for an unknown one. */
  findSearch: (searchKey: string) => MemberSearch | null;
  /** The keys of all searches that a member ever had, the first one's first. */
  listSearches: (userId: string) => string[];
  match: (listing: MatchedListing) => MatchResult;
};

/**
 * The searches of all active members in memory, about 60 bytes each. A match visits only the cells within the largest
 * radius, and in them only members that can afford the listing; with a million members it takes well under a
 * millisecond.
 */
export function createMatcher(): Matcher {
  const cells = createMemberGrid();
  const { places, ids } = cells;
  const all = createRadiusTable(maxRadii, places.get);
  const { radii, indexOf } = all;
  const near = createNearbyFinder(cells, all);
  const owners = createSearchOwners();
  /** Of further searches, by number. */
  const names = new Map<number, string>();

  return {
    get size() {
      return cells.size;
    },
    set: (member) => {
      const term = packFilters(member.maxPrice, indexOf(member.radius), member.typeBits);
      const { userId, further, isDaily = false } = member;
      if (further !== undefined) {
        const search = ids.insert(further.searchId);
        owners.assign(search, ids.insert(userId));
        names.set(search, further.name);
      }
      cells.put(further?.searchId ?? userId, member, { term, isDaily });
    },
    remove: cells.remove,
    findSearch: (searchKey) => {
      const search = cells.getTerms(searchKey);
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
    listSearches: (userId) => {
      const owner = ids.findNumber(userId);
      return owner < 0 ? [] : owners.searchesOf(owner).map(ids.textOf);
    },
    match: ({ latitude, longitude, price, propertyType }) =>
      createMatchResult(
        near({ latitude, longitude, price }, getTypeBit(propertyType)),
        { ids, places, radii, owners, names },
        { latitude, longitude },
      ),
  };
}
