import type { MatchedMember } from '../alert/events.ts';
import type { PropertyType } from '../listing/contract.ts';
import { type Apart, apartBy, milesBetween, type Point } from './distance.ts';
import { type Block, type Cell, createMemberCells } from './member-cells.ts';
import { createReaches } from './reach.ts';
import { firstAffording, maxPriceOf, mostRadii, radiusIndexOf, termOf } from './terms.ts';

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
  /** The same members in arrays of at most `size`, each made when it is asked for. */
  chunks: (size: number) => Iterable<MatchedMember[]>;
};

export type Matcher = {
  readonly size: number;
  /** Adds a member, or replaces what was known of the member. */
  set: (member: MatcherMember) => void;
  remove: (userId: string) => void;
  match: (listing: MatchedListing) => Matches;
};

/** What a member must have asked for, as bits; houses need no asking. */
const wish: Record<PropertyType, number> = { house: 0, 'mobile home': 1, 'raw land': 2, 'tiny home': 4 };
const wishesOf = (member: MatcherMember): number =>
  Number(member.wantsMobileHomes) + 2 * Number(member.wantsRawLand) + 4 * Number(member.wantsTinyHomes);

/** Who matched, in three lists that run in step. */
type Hits = Pick<Block, 'userIds' | 'terms' | 'places'>;

export function createMatcher(): Matcher {
  const cells = createMemberCells();
  const { places } = cells;
  const { radii, reaches, indexOf, farthest, settled } = createReaches(mostRadii);
  let apart = new Float64Array(1024);

  /** Notes how far apart each place of a cell is, and tells the nearest. */
  const measure = (cell: Cell, around: Point, apartFrom: (place: number) => Apart): Apart => {
    const most = apartBy(farthest()) * 1.000001;
    let nearest = Number.POSITIVE_INFINITY;
    for (const place of cell.places) {
      const away = apartFrom(place);
      const measured = away > most ? away : settled(away, places.at(place), around);
      apart[place] = measured;
      nearest = Math.min(nearest, measured);
    }
    return nearest;
  };

  const collect = ({ radius, userIds, terms, places: at }: Block, price: number, needed: number, hits: Hits): void => {
    const near = apart;
    const reach = reaches[radius] ?? 0;
    for (let index = firstAffording(terms, price); index < terms.length; index++) {
      const term = terms[index] ?? 0;
      if ((term & needed) !== needed) continue;
      const place = at[index] ?? 0;
      if ((near[place] ?? 0) > reach) continue;
      hits.userIds.push(userIds[index] ?? '');
      hits.terms.push(term);
      hits.places.push(place);
    }
  };

  /** Makes the matched members from `from` to `to`; `miles` remembers the places between calls. */
  const membersOf = (
    hits: Hits,
    listing: Point,
    miles: Map<number, number>,
    [from, to]: [number, number],
  ): MatchedMember[] => {
    const milesTo = (place: number): number => {
      const known = miles.get(place);
      if (known !== undefined) return known;
      const tenths = Math.round(milesBetween(places.at(place), listing) * 10) / 10;
      miles.set(place, tenths);
      return tenths;
    };
    return hits.userIds.slice(from, to).map((userId, step) => {
      const term = hits.terms[from + step] ?? 0;
      const place = hits.places[from + step] ?? 0;
      const radius = radii[radiusIndexOf(term)] ?? 0;
      return { userId, miles: milesTo(place), radius, maxPrice: maxPriceOf(term), zipCode: places.at(place).zipCode };
    });
  };

  const match = ({ latitude, longitude, price, propertyType }: MatchedListing): Matches => {
    const around = { latitude, longitude };
    const apartFrom = places.apartFrom(around);
    const hits: Hits = { userIds: [], terms: [], places: [] };
    if (apart.length < places.count()) apart = new Float64Array(places.count() * 2);
    cells.visitNear(around, farthest(), (cell) => {
      const nearest = measure(cell, around, apartFrom);
      for (const block of cell.blocks)
        if (nearest <= (reaches[block.radius] ?? 0)) collect(block, price, wish[propertyType], hits);
    });
    const count = hits.userIds.length;
    const miles = new Map<number, number>();
    return {
      count,
      toArray: () => membersOf(hits, around, miles, [0, count]),
      *chunks(size) {
        for (let from = 0; from < count; from += size) yield membersOf(hits, around, miles, [from, from + size]);
      },
    };
  };

  return {
    get size() {
      return cells.size;
    },
    set: (member) =>
      cells.put(member.userId, member, termOf(member.maxPrice, indexOf(member.radius), wishesOf(member))),
    remove: cells.remove,
    match,
  };
}
