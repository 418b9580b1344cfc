import { type MemberBlock, unpackDaily, unpackPlace, packPlace, wordsPerMember } from './member-block.ts';
import type { MemberGrid } from './member-grid.ts';
import type { ZipPoint } from '#domain/geo/zip-index.ts';
import { unpackRadiusIndex } from './packed-filters.ts';

/**
 * All members of a matcher, in a form that can be stored and restored without computing anything again: `blocks` are
 * the block sizes in order; `rows` the packed filters and packed places of their members, and `ids` the user ids, four
 * words each, in the same order.
 */
export type MemberColumns = {
  radii: number[];
  places: ZipPoint[];
  blocks: Uint32Array;
  rows: Uint32Array;
  ids: Uint32Array;
  names: string[];
};
/** Words per member in `rows` and in `ids`. */
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
  const ids = cells.ids.copyWords(members);
  const names = [...cells.ids.names()];
  const places = placeNumbers.all();
  return { radii: [...radii], places, blocks: Uint32Array.from(blocks, ({ count }) => count), rows, ids, names };
}

/** Numbers only the places of current members: the place of a former member is personal data. */
function createPlaceNumbering({ places }: MemberGrid) {
  const numbers = new Int32Array(places.count()).fill(-1);
  const all: ZipPoint[] = [];
  return {
    renumbered: (packedPlace: number): number => {
      const place = unpackPlace(packedPlace);
      if (numbers[place] === -1) numbers[place] = all.push(places.get(place)) - 1;
      return packPlace(numbers[place] ?? 0, unpackDaily(packedPlace));
    },
    all: () => all,
  };
}

/** Fills empty cells that were created with the names of these columns; `radii` are in the radius table already. */
export function importColumns(cells: MemberGrid, { places, blocks, rows, ids }: MemberColumns): void {
  for (const place of places) cells.places.indexOf(place);
  let from = 0;
  for (const count of blocks) {
    const taken = new Uint32Array(wordsPerMember * count);
    for (let row = 0; row < count; row++) {
      taken[wordsPerMember * row] = cells.ids.insertWords(ids, idWidth * (from + row));
      taken[wordsPerMember * row + 1] = rows[rowWidth * (from + row)] ?? 0;
      taken[wordsPerMember * row + 2] = rows[rowWidth * (from + row) + 1] ?? 0;
    }
    const block: MemberBlock = { radius: unpackRadiusIndex(taken[1] ?? 0), count, rows: taken };
    cells.addBlock(block);
    from += count;
  }
}
