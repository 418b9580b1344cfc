import { type MemberBlock, unpackDaily, unpackPlace, packPlace, wordsPerMember } from './member-block.ts';
import type { MemberGrid } from './member-grid.ts';
import type { ZipPoint } from '#domain/geo/zip-index.ts';
import { unpackRadiusIndex } from './packed-filters.ts';

/**
 * All members as a matcher holds them, in a form that can be written down and taken up again without working anything
 * out anew: `blocks` are their sizes, one after the other; `rows` their members' terms and spots, and `ids` who these
 * are in four words each, in step.
 */
export type MemberColumns = {
  radii: number[];
  places: ZipPoint[];
  blocks: Uint32Array;
  rows: Uint32Array;
  ids: Uint32Array;
  names: string[];
};
/** Numbers of a member in `rows` and in `ids`. */
const rowWidth = 2;
const idWidth = 4;

export function exportColumns(cells: MemberGrid, radii: readonly number[]): MemberColumns {
  const blocks = [...cells.blocks()];
  const rows = new Uint32Array(rowWidth * cells.size);
  const members = new Uint32Array(cells.size);
  const placeNumbers = createPlaceNumbering(cells);
  let written = 0;
  for (const block of blocks) {
    for (let row = 0; row < block.count; row++) {
      members[written] = block.rows[wordsPerMember * row] ?? 0;
      rows[rowWidth * written] = block.rows[wordsPerMember * row + 1] ?? 0;
      rows[rowWidth * written + 1] = placeNumbers.renumbered(block.rows[wordsPerMember * row + 2] ?? 0);
      written += 1;
    }
  }
  const ids = cells.ids.wordsOf(members);
  const names = [...cells.ids.names()];
  const places = placeNumbers.all();
  return { radii: [...radii], places, blocks: Uint32Array.from(blocks, ({ count }) => count), rows, ids, names };
}

/** Only places of members that are still here: where one lived who is gone is nobody's business. */
function createPlaceNumbering({ places }: MemberGrid) {
  const numbers = new Int32Array(places.count()).fill(-1);
  const all: ZipPoint[] = [];
  return {
    renumbered: (packedPlace: number): number => {
      const place = unpackPlace(packedPlace);
      if (numbers[place] === -1) numbers[place] = all.push(places.at(place)) - 1;
      return packPlace(numbers[place] ?? 0, unpackDaily(packedPlace));
    },
    all: () => all,
  };
}

/** Puts them into cells where nobody is yet, and that were made with their names; `radii` are entered already. */
export function importColumns(cells: MemberGrid, { places, blocks, rows, ids }: MemberColumns): void {
  for (const place of places) cells.places.indexOf(place);
  let from = 0;
  for (const count of blocks) {
    const taken = new Uint32Array(wordsPerMember * count);
    for (let row = 0; row < count; row++) {
      taken[wordsPerMember * row] = cells.ids.enterWords(ids, idWidth * (from + row));
      taken[wordsPerMember * row + 1] = rows[rowWidth * (from + row)] ?? 0;
      taken[wordsPerMember * row + 2] = rows[rowWidth * (from + row) + 1] ?? 0;
    }
    const block: MemberBlock = { radius: unpackRadiusIndex(taken[1] ?? 0), count, rows: taken };
    cells.adopt(block);
    from += count;
  }
}
