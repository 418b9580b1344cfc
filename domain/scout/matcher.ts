import type { PropertyType } from '../listing/contract.ts';
import { type Apart, apartBy, type Point } from './distance.ts';
import { type Hits, type Matches, matchesOf } from './matches.ts';
import { type Block, type Cell, createMemberCells } from './member-cells.ts';
import { createReaches } from './reach.ts';
import { firstAffording, mostRadii, termOf } from './terms.ts';

export type { Matches };

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

/** Adds the members of a block who can afford the listing, asked for its type and are near enough. */
function collect(
  block: Block,
  { price, propertyType }: MatchedListing,
  near: (place: number) => boolean,
  hits: Hits,
): void {
  const { terms, places, userIds } = block;
  const needed = wish[propertyType];
  for (let index = firstAffording(terms, price); index < terms.length; index++) {
    const term = terms[index] ?? 0;
    const place = places[index] ?? 0;
    if ((term & needed) !== needed || !near(place)) continue;
    hits.userIds.push(userIds[index] ?? '');
    hits.terms.push(term);
    hits.places.push(place);
  }
}

/**
 * All active members in memory. A match looks at the cells within the farthest radius only, and in them at those who
 * can afford the listing; a million members take well under a millisecond.
 */
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

  const match = (listing: MatchedListing): Matches => {
    const apartFrom = places.apartFrom(listing);
    const hits: Hits = { userIds: [], terms: [], places: [] };
    if (apart.length < places.count()) apart = new Float64Array(places.count() * 2);
    const noted = apart;
    cells.visitNear(listing, farthest(), (cell) => {
      const nearest = measure(cell, listing, apartFrom);
      for (const block of cell.blocks) {
        const reach = reaches[block.radius] ?? 0;
        if (nearest <= reach) collect(block, listing, (place) => (noted[place] ?? 0) <= reach, hits);
      }
    });
    return matchesOf(hits, { places, radii }, { latitude: listing.latitude, longitude: listing.longitude });
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
