import { type Block, firstAffording, placeIn, width } from './block.ts';
import type { Cell } from './cells-of-places.ts';
import { type Apart, type Point, unitVector } from '#domain/geo/distance.ts';
import type { Hits } from './matches.ts';
import type { MemberCells } from './member-cells.ts';
import type { Reaches } from './reach.ts';

type Offer = Point & { price: number };

/** Who of the members is near enough to an offer, can afford it, and asked for what it is: `needed` are bits of wishes. */
export function nearFinder({ places, visitNear }: MemberCells, { reaches, farthest, settled }: Reaches) {
  let apart = new Float64Array(1024);

  /** Notes how far apart each place of a cell is from the offer, and tells the nearest. */
  const measure = ({ places: at, xs, ys, zs }: Cell, around: Point): Apart => {
    const noted = apart;
    const [x, y, z] = unitVector(around);
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

  const collect = (block: Block, price: number, needed: number, hits: Hits): void => {
    const noted = apart;
    const { rows, count } = block;
    const reach = reaches[block.radius] ?? 0;
    for (let at = width * firstAffording(block, price); at < width * count; at += width) {
      const term = rows[at + 1] ?? 0;
      const place = placeIn(rows[at + 2] ?? 0);
      if ((term & needed) !== needed || (noted[place] ?? 0) > reach) continue;
      hits.members.push(rows[at] ?? 0);
      hits.terms.push(term);
      hits.places.push(place);
    }
  };

  return (offer: Offer, needed: number): Hits => {
    const hits: Hits = { members: [], terms: [], places: [] };
    if (apart.length < places.count()) apart = new Float64Array(places.count() * 2);
    visitNear(offer, farthest(), (cell) => {
      const nearest = measure(cell, offer);
      for (const block of cell.blocks)
        if (nearest <= (reaches[block.radius] ?? 0)) collect(block, offer.price, needed, hits);
    });
    return hits;
  };
}
