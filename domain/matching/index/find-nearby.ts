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

  const collect = (block: MemberBlock, price: number, needed: number, hits: MatchHits): void => {
    const distances = apart;
    const { rows, count } = block;
    const reach = chords[block.radius] ?? 0;
    for (
      let at = wordsPerMember * findFirstAffordable(block, price);
      at < wordsPerMember * count;
      at += wordsPerMember
    ) {
      const term = rows[at + 1] ?? 0;
      const place = unpackPlace(rows[at + 2] ?? 0);
      if ((term & needed) !== needed || (distances[place] ?? 0) > reach) continue;
      hits.members.push(rows[at] ?? 0);
      hits.terms.push(term);
      hits.places.push(place);
    }
  };

  return (offer: PricedPoint, needed: number): MatchHits => {
    const hits: MatchHits = { members: [], terms: [], places: [] };
    if (apart.length < places.count()) apart = new Float64Array(places.count() * 2);
    visitNear(offer, farthest(), (cell) => {
      const nearest = measure(cell, offer);
      for (const block of cell.blocks)
        if (nearest <= (chords[block.radius] ?? 0)) collect(block, offer.price, needed, hits);
    });
    return hits;
  };
}
