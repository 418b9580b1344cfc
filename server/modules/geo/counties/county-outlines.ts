import { readFileSync } from 'node:fs';
import { createColumnReader } from '../tables/columns.ts';

/** `name` without the word 'County'; `state` in two letters. */
export type County = { name: string; state: string };
/** The numbers of the lines that bound a county, and in microdegrees how far they reach. */
export type CountyOutline = County & { lines: Int32Array; south: number; north: number; west: number; east: number };
type VisitSegment = (y1: number, x1: number, y2: number, x2: number) => void;

const file = new URL('counties.bin', import.meta.url);

/** Reads the table that README.md describes. */
export function readCountyOutlines() {
  const { take, takeJson } = createColumnReader(new Uint8Array(readFileSync(file)));
  const [pointCount = 0, lineCount = 0, countyCount = 0, useCount = 0] = take(Int32Array, 4);
  const latitudes = take(Int32Array, pointCount);
  const longitudes = take(Int32Array, pointCount);
  const lineStarts = take(Int32Array, lineCount + 1);
  const countyStarts = take(Int32Array, countyCount + 1);
  const uses = take(Int32Array, useCount);
  const { names, states } = takeJson() as { names: string[]; states: string[] };

  const findRange = (lines: Int32Array, column: Int32Array) => {
    let [least, most] = [Infinity, -Infinity];
    for (const line of lines) {
      for (const value of column.subarray(lineStarts[line], lineStarts[line + 1])) {
        if (value < least) least = value;
        if (value > most) most = value;
      }
    }
    return [least, most] as const;
  };
  const outlines = names.map((name, index): CountyOutline => {
    const lines = uses.subarray(countyStarts[index], countyStarts[index + 1]);
    const [south, north] = findRange(lines, latitudes);
    const [west, east] = findRange(lines, longitudes);
    return { name, state: states[index] ?? '', lines, south, north, west, east };
  });

  return {
    outlines,
    /** Every segment of the boundary of a county, in microdegrees. */
    visitSegments: ({ lines }: CountyOutline, visit: VisitSegment) => {
      for (const line of lines) {
        const end = lineStarts[line + 1] ?? 0;
        for (let to = (lineStarts[line] ?? 0) + 1; to < end; to++)
          visit(latitudes[to - 1] ?? 0, longitudes[to - 1] ?? 0, latitudes[to] ?? 0, longitudes[to] ?? 0);
      }
    },
  };
}
