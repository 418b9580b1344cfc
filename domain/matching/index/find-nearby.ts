import { type MemberBlock, findFirstAffordable, unpackPlace, wordsPerMember } from './member-block.ts';
import type { ZipCell } from './zip-cells.ts';
import { type ChordDistance, type Point, toUnitVector } from '#domain/geo/distance.ts';
import type { MatchHits } from './match-result.ts';
import type { MemberGrid } from './member-grid.ts';
import type { RadiusTable } from './radius-table.ts';

type PricedPoint = Point & { price: number };

/** Collects the members within reach of an offer that can afford it and asked for its type: `needed` are type flags. */
export function createNearbyFinder({ places, visitNear }: MemberGrid, { chords, farthest, resolveEdge }: RadiusTable) {
  let apart = new Float64Array(1024);
  /** Reused by all matches, and copied for each result. */
  let found = createHitLists(0);

  /** Stores the distance of each place of a cell to the offer, and returns the smallest. */
  const measure = ({ places: at, xs, ys, zs }: ZipCell, around: Point): ChordDistance => {
    const distances = apart;
    const [x, y, z] = toUnitVector(around);
    let nearest = Number.POSITIVE_INFINITY;
    for (let index = 0; index < at.length; index++) {
      const place = at[index] ?? 0;
      const east = (xs[index] ?? 0) - x;
      const north = (ys[index] ?? 0) - y;
      const up = (zs[index] ?? 0) - z;
      const away = resolveEdge((east * east + north * north + up * up) / 4, place, around);
      distances[place] = away;
      nearest = Math.min(nearest, away);
    }
    return nearest;
  };

  /** Writes the matching members of a block from index `count` on, and returns the new count. */
  const collect = (block: MemberBlock, { price }: PricedPoint, needed: number, count: number): number => {
    const [distances, { members, terms, places: hitPlaces }] = [apart, found];
    const { rows } = block;
    const reach = chords[block.radius] ?? 0;
    const end = wordsPerMember * block.count;
    let hit = count;
    for (let at = wordsPerMember * findFirstAffordable(block, price); at < end; at += wordsPerMember) {
      const term = rows[at + 1] ?? 0;
      const place = unpackPlace(rows[at + 2] ?? 0);
      members[hit] = rows[at] ?? 0;
      terms[hit] = term;
      hitPlaces[hit] = place;
      // Overwrites members that do not match: a processor cannot predict them, so a branch would take longer.
      hit += Number((term & needed) === needed) & Number((distances[place] ?? 0) <= reach);
    }
    return hit;
  };

  return (offer: PricedPoint, needed: number): MatchHits => {
    if (apart.length < places.count()) apart = new Float64Array(places.count() * 2);
    const blocks: MemberBlock[] = [];
    visitNear(offer, farthest(), (cell) => {
      const nearest = measure(cell, offer);
      for (const block of cell.blocks) if (nearest <= (chords[block.radius] ?? 0)) blocks.push(block);
    });
    const most = blocks.reduce((sum, { count }) => sum + count, 0);
    if (found.members.length < most) found = createHitLists(2 * most);
    const count = blocks.reduce((hits, block) => collect(block, offer, needed, hits), 0);
    const { members, terms, places: hitPlaces } = found;
    return { members: members.slice(0, count), terms: terms.slice(0, count), places: hitPlaces.slice(0, count) };
  };
}

const createHitLists = (size: number) => ({
  members: new Uint32Array(size),
  terms: new Uint32Array(size),
  places: new Uint32Array(size),
});
