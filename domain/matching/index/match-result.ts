import { firstSearch } from '#domain/user/searches.contract.ts';
import type { MatchedMember, MatchedSearch, MatchFigures } from './matched-member.ts';
import { milesBetween, type Point } from '#domain/geo/distance.ts';
import type { ZipIndex } from '#domain/geo/zip-index.ts';
import { unpackMaxPrice, unpackRadiusIndex } from './packed-filters.ts';
import type { SearchOwners } from './search-owners.ts';
import type { UserIdTable } from './user-id-table.ts';

/** The matched members at that moment; later changes of members do not affect the result. */
export type MatchResult = {
  /** Of members, however many of their searches it fits. */
  readonly count: number;
  toArray: () => MatchedMember[];
  /**
   * The same members in arrays of at most `size`, each created on demand. Neighbors have similar ids, so that the rows of
   * a chunk are in few pages of an index by user.
   */
  chunks: (size: number) => Iterable<MatchedMember[]>;
};

/** The matched searches by number, in three parallel lists. */
export type MatchHits = Record<'members' | 'terms' | 'places', number[] | Uint32Array>;

/** Resolves the numbers of a hit. */
type HitTables = {
  ids: UserIdTable;
  owners: SearchOwners;
  names: ReadonlyMap<number, string>;
  places: ZipIndex;
  radii: readonly number[];
};

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
  const figuresAt = (hit: number): MatchFigures => {
    const term = terms[hit] ?? 0;
    const radius = tables.radii[unpackRadiusIndex(term)] ?? 0;
    return { miles: milesTo(places[hit] ?? 0), radius, maxPrice: unpackMaxPrice(term) };
  };
  const searchAt = (hit: number): MatchedSearch => {
    const search = members[hit] ?? 0;
    const name = tables.names.get(search);
    const named =
      name === undefined
        ? { searchId: firstSearch.id, name: firstSearch.name }
        : { searchId: tables.ids.textOf(search), name };
    return { ...named, ...figuresAt(hit) };
  };
  const memberAt = (firstHit: number, next: Int32Array | null): MatchedMember => {
    const search = members[firstHit] ?? 0;
    const owner = tables.owners.ownerOf(search);
    const userId = tables.ids.textOf(owner);
    if (owner === search && (next?.[firstHit] ?? -1) < 0) return { userId, figures: figuresAt(firstHit) };
    const searches: MatchedSearch[] = [];
    for (let hit = firstHit; hit >= 0; hit = next?.[hit] ?? -1) searches.push(searchAt(hit));
    searches.sort((some, other) => compareSearches(some, other));
    const [{ miles, radius, maxPrice } = figuresAt(firstHit)] = searches;
    return { userId, figures: { miles, radius, maxPrice }, searches };
  };
  let grouped: ReturnType<SearchOwners['groupByOwner']> | undefined;
  const group = () => (grouped ??= tables.owners.groupByOwner(members));
  const countMembers = () => group()?.firstHits.length ?? members.length;

  function* chunks(size: number): Generator<MatchedMember[]> {
    const { firstHits, next } = group() ?? { firstHits: null, next: null };
    for (let from = 0; from < countMembers(); from += sortedAtOnce) {
      const length = Math.min(sortedAtOnce, countMembers() - from);
      const part = firstHits?.subarray(from, from + length) ?? Uint32Array.from({ length }, (_, step) => from + step);
      const owners = part.map((hit) => tables.owners.ownerOf(members[hit] ?? 0));
      const hits = sortById(owners, tables.ids).map((step) => part[step] ?? 0);
      for (let start = 0; start < hits.length; start += size)
        yield hits.slice(start, start + size).map((hit) => memberAt(hit, next));
    }
  }
  return {
    get count() {
      return countMembers();
    },
    toArray: () => [...chunks(sortedAtOnce)].flat(),
    chunks,
  };
}

/** The first search first, the others in any order that stays. */
function compareSearches({ searchId: some }: MatchedSearch, { searchId: other }: MatchedSearch): number {
  if (some === firstSearch.id || other === firstSearch.id) return some === firstSearch.id ? -1 : 1;
  return some < other ? -1 : 1;
}

/** A multiple of the sizes asked for, which takes some ms to sort. */
const sortedAtOnce = 50_000;

/** The indexes of the members, in about the order of their ids. */
function sortById(members: Uint32Array, ids: UserIdTable): number[] {
  // Key and number in one float, as those sort fastest; a float has 53 bits, and the key 32.
  const keys = Float64Array.from(members, (member, step) => ids.sortKey(member) * sortedAtOnce + step).sort();
  return Array.from(keys, (key) => key % sortedAtOnce);
}
