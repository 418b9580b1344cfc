import type { PropertyType } from '../listing/contract.ts';
import { type Apart, type Point, unitVector, type Vector } from './distance.ts';
import { type Hits, type Matches, matchesOf } from './matches.ts';
import { type Block, type Cell, createMemberCells } from './member-cells.ts';
import { createReaches } from './reach.ts';
import { firstAffording, mostRadii, termOf } from './terms.ts';
import { wish, type Wishes, wishesOf } from './wishes.ts';

export type { Matches };

/** An active member at the centre of the member's ZIP. Radius in miles, price in whole US dollars. */
export type MatcherMember = Point &
  Wishes & {
    userId: string;
    zipCode: string;
    radius: number;
    maxPrice: number;
  };

export type MatchedListing = Point & { price: number; propertyType: PropertyType };

export type Matcher = {
  readonly size: number;
  /** Adds a member, or replaces what was known of the member. */
  set: (member: MatcherMember) => void;
  remove: (userId: string) => void;
  match: (listing: MatchedListing) => Matches;
};

/**
 * All active members in memory. A match looks at the cells within the farthest radius only, and in them at those who
 * can afford the listing; a million members take well under a millisecond.
 */
export function createMatcher(): Matcher {
  const cells = createMemberCells();
  const { places } = cells;
  const { radii, reaches, indexOf, farthest, settled } = createReaches(mostRadii, places.at);
  let apart = new Float64Array(1024);

  /** Notes how far apart each place of a cell is from the listing, and tells the nearest. */
  const measure = ({ places: at, xs, ys, zs }: Cell, around: Point, [x, y, z]: Vector): Apart => {
    const noted = apart;
    let nearest = Number.POSITIVE_INFINITY;
    for (let index = 0; index < at.length; index++) {
      const place = at[index] ?? 0;
      const east = (xs[index] ?? 0) - x;
      const north = (ys[index] ?? 0) - y;
      const up = (zs[index] ?? 0) - z;
      const away = settled((east * east + north * north + up * up) / 4, place, around);
      noted[place] = away;
      nearest = Math.min(nearest, away);
    }
    return nearest;
  };

  /** Adds the members of a block who can afford the listing, asked for its type and are near enough. */
  const collect = ({ radius, terms, places: at, userIds }: Block, price: number, needed: number, hits: Hits): void => {
    const noted = apart;
    const reach = reaches[radius] ?? 0;
    for (let index = firstAffording(terms, price); index < terms.length; index++) {
      const term = terms[index] ?? 0;
      const place = at[index] ?? 0;
      if ((term & needed) !== needed || (noted[place] ?? 0) > reach) continue;
      hits.userIds.push(userIds[index] ?? '');
      hits.terms.push(term);
      hits.places.push(place);
    }
  };

  const match = (listing: MatchedListing): Matches => {
    const vector = unitVector(listing);
    const hits: Hits = { userIds: [], terms: [], places: [] };
    if (apart.length < places.count()) apart = new Float64Array(places.count() * 2);
    cells.visitNear(listing, farthest(), (cell) => {
      const nearest = measure(cell, listing, vector);
      for (const block of cell.blocks)
        if (nearest <= (reaches[block.radius] ?? 0)) collect(block, listing.price, wish[listing.propertyType], hits);
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
