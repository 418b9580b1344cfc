import { readFileSync } from 'node:fs';
import type { Point } from '#domain/geo/distance.ts';
import { createColumnReader } from '../columns.ts';

/** `name` without the word 'County'; `state` in two letters. */
export type County = { name: string; state: string };
type CountyArea = County & { arcs: Int32Array; south: number; north: number; west: number; east: number };

const file = new URL('counties.bin', import.meta.url);
const microdegrees = 1e6;

/** In microdegrees, 7 miles: the boundaries are rough, and the center of a town may be off its coast. */
const mostOffArea = 100_000;
/** In microdegrees, 3 miles: the area of a ZIP reaches this far. */
const mostOffZip = 43_000;

/** The file is read on the first call. */
export function createCountyAreas() {
  let areas: ReturnType<typeof readAreas> | null = null;
  return {
    /** The county in whose area a point lies, or is nearly; null at sea and abroad. With `state`, it is one of that state. */
    findCounty: ({ latitude, longitude }: Point, state: string | null = null): County | null => {
      areas ??= readAreas();
      const found = areas.find(latitude * microdegrees, longitude * microdegrees, state);
      return found && { name: found.name, state: found.state };
    },
    /** The counties of the state within 3 miles of a point, nearest first. */
    listCounties: ({ latitude, longitude }: Point, state: string): string[] => {
      areas ??= readAreas();
      return areas
        .list(latitude * microdegrees, longitude * microdegrees, state)
        .filter(({ off }) => off <= mostOffZip)
        .map(({ area }) => area.name);
    },
  };
}

/** In microdegrees of latitude, from a point to the line between two others. */
function measureToLine(y: number, x: number, [y1, x1, y2, x2]: [number, number, number, number]): number {
  const narrowing = Math.cos((y / microdegrees) * (Math.PI / 180));
  const [north, east] = [y2 - y1, (x2 - x1) * narrowing];
  const [up, right] = [y - y1, (x - x1) * narrowing];
  const share = Math.min(1, Math.max(0, (north * up + east * right) / (north * north + east * east || 1)));
  return Math.hypot(up - share * north, right - share * east);
}

/** Reads the table that README.md describes. */
function readAreas() {
  const { take, takeJson } = createColumnReader(new Uint8Array(readFileSync(file)));
  const [pointCount = 0, arcCount = 0, countyCount = 0, useCount = 0] = take(Int32Array, 4);
  const latitudes = take(Int32Array, pointCount);
  const longitudes = take(Int32Array, pointCount);
  const arcStarts = take(Int32Array, arcCount + 1);
  const countyStarts = take(Int32Array, countyCount + 1);
  const uses = take(Int32Array, useCount);
  const { names, states } = takeJson() as { names: string[]; states: string[] };

  const rangeOf = (arcs: Int32Array, column: Int32Array) => {
    let [least, most] = [Infinity, -Infinity];
    for (const arc of arcs) {
      for (const value of column.subarray(arcStarts[arc], arcStarts[arc + 1])) {
        if (value < least) least = value;
        if (value > most) most = value;
      }
    }
    return [least, most] as const;
  };
  const areas = names.map((name, index): CountyArea => {
    const arcs = uses.subarray(countyStarts[index], countyStarts[index + 1]);
    const [south, north] = rangeOf(arcs, latitudes);
    const [west, east] = rangeOf(arcs, longitudes);
    return { name, state: states[index] ?? '', arcs, south, north, west, east };
  });

  const linesOf = function* (area: CountyArea): Generator<[number, number, number, number]> {
    for (const arc of area.arcs) {
      for (let to = (arcStarts[arc] ?? 0) + 1; to < (arcStarts[arc + 1] ?? 0); to++)
        yield [latitudes[to - 1] ?? 0, longitudes[to - 1] ?? 0, latitudes[to] ?? 0, longitudes[to] ?? 0];
    }
  };
  /** By how often a line from the point to the west meets the boundary. */
  const contains = (area: CountyArea, y: number, x: number): boolean => {
    let isInside = false;
    for (const [y1, x1, y2, x2] of linesOf(area)) {
      if (y1 > y !== y2 > y && x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) < x) isInside = !isInside;
    }
    return isInside;
  };
  const measureTo = (area: CountyArea, y: number, x: number): number => {
    let least = Infinity;
    for (const line of linesOf(area)) least = Math.min(least, measureToLine(y, x, line));
    return least;
  };
  const isNear = ({ south, north, west, east }: CountyArea, y: number, x: number): boolean =>
    y >= south - mostOffArea && y <= north + mostOffArea && x >= west - 2 * mostOffArea && x <= east + 2 * mostOffArea;

  /** Those around or near the point, nearest first. */
  const list = (y: number, x: number, state: string | null): { area: CountyArea; off: number }[] =>
    areas
      .filter((area) => (state === null || area.state === state) && isNear(area, y, x))
      .map((area) => ({ area, off: contains(area, y, x) ? 0 : measureTo(area, y, x) }))
      .filter(({ off }) => off <= mostOffArea)
      .sort((a, b) => a.off - b.off);
  return {
    list,
    find: (y: number, x: number, state: string | null): CountyArea | null => {
      const near = areas.filter((area) => (state === null || area.state === state) && isNear(area, y, x));
      return near.find((area) => contains(area, y, x)) ?? list(y, x, state)[0]?.area ?? null;
    },
  };
}
