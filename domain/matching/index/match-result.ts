import type { MatchedMember } from './matched-member.ts';
import { milesBetween, type Point } from '#domain/geo/distance.ts';
import type { ZipIndex } from '#domain/geo/zip-index.ts';
import { unpackMaxPrice, unpackRadiusIndex } from './packed-filters.ts';
import type { UserIdTable } from './user-id-table.ts';

/** The matched members at that moment; later changes of members do not affect the result. */
export type MatchResult = {
  count: number;
  toArray: () => MatchedMember[];
  /**
   * The same members in arrays of at most `size`, each created on demand. Neighbors have similar ids, so that the rows of
   * a chunk are in few pages of an index by user.
   */
  chunks: (size: number) => Iterable<MatchedMember[]>;
};

/** The matched members by number, in three parallel lists. */
export type MatchHits = Record<'members' | 'terms' | 'places', number[] | Uint32Array>;

/** Resolves the numbers of a hit. */
type HitTables = { ids: UserIdTable; places: ZipIndex; radii: readonly number[] };

/** Members are created only on demand, as a listing may match tens of thousands of them. */
export function createMatchResult(
  { members, terms, places }: MatchHits,
  tables: HitTables,
  listing: Point,
): MatchResult {
  const tenthsOf = new Map<number, number>();
  const milesTo = (place: number): number => {
    const cachedTenths = tenthsOf.get(place);
    if (cachedTenths !== undefined) return cachedTenths;
    const tenths = Math.round(milesBetween(tables.places.get(place), listing) * 10) / 10;
    tenthsOf.set(place, tenths);
    return tenths;
  };
  const memberAt = (hit: number): MatchedMember => {
    const term = terms[hit] ?? 0;
    const radius = tables.radii[unpackRadiusIndex(term)] ?? 0;
    const miles = milesTo(places[hit] ?? 0);
    return { userId: tables.ids.textOf(members[hit] ?? 0), figures: { miles, radius, maxPrice: unpackMaxPrice(term) } };
  };
  function* chunks(size: number): Generator<MatchedMember[]> {
    for (let from = 0; from < members.length; from += sortedAtOnce) {
      const hits = sortById(members.slice(from, from + sortedAtOnce), tables.ids, from);
      for (let start = 0; start < hits.length; start += size) yield hits.slice(start, start + size).map(memberAt);
    }
  }
  return { count: members.length, toArray: () => [...chunks(sortedAtOnce)].flat(), chunks };
}

/** A multiple of the sizes asked for, which takes some ms to sort. */
const sortedAtOnce = 50_000;

/** The numbers of the hits, from `first` on, in about the order of the ids of their members. */
function sortById(members: MatchHits['members'], ids: UserIdTable, first: number): number[] {
  // Key and number in one float, as those sort fastest; a float has 53 bits, and the key 32.
  const keys = Float64Array.from(members, (member, step) => ids.sortKey(member) * sortedAtOnce + step).sort();
  return Array.from(keys, (key) => first + (key % sortedAtOnce));
}
