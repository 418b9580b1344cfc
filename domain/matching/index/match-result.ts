import type { MatchedMember } from './matched-member.ts';
import { milesBetween, type Point } from '#domain/geo/distance.ts';
import type { ZipIndex } from '#domain/geo/zip-index.ts';
import { unpackMaxPrice, unpackRadiusIndex } from './packed-filters.ts';
import type { UserIdTable } from './user-id-table.ts';

/** The matched members at that moment; later changes of members do not affect the result. */
export type MatchResult = {
  count: number;
  toArray: () => MatchedMember[];
  /** The same members in arrays of at most `size`, each created on demand. */
  chunks: (size: number) => Iterable<MatchedMember[]>;
};

/** The matched members by number, in three parallel lists. */
export type MatchHits = { members: number[]; terms: number[]; places: number[] };

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
    const known = tenthsOf.get(place);
    if (known !== undefined) return known;
    const tenths = Math.round(milesBetween(tables.places.get(place), listing) * 10) / 10;
    tenthsOf.set(place, tenths);
    return tenths;
  };
  const membersOf = (from: number, to: number): MatchedMember[] =>
    members.slice(from, to).map((member, step) => {
      const term = terms[from + step] ?? 0;
      const radius = tables.radii[unpackRadiusIndex(term)] ?? 0;
      const miles = milesTo(places[from + step] ?? 0);
      return { userId: tables.ids.textOf(member), figures: { miles, radius, maxPrice: unpackMaxPrice(term) } };
    });
  return {
    count: members.length,
    toArray: () => membersOf(0, members.length),
    *chunks(size) {
      for (let from = 0; from < members.length; from += size) yield membersOf(from, from + size);
    },
  };
}
