import type { Point } from '#domain/geo/distance.ts';
import { type County, type CountyOutline, readCountyOutlines } from './county-outlines.ts';

const microdegrees = 1e6;
/** In microdegrees, 7 miles: the boundaries are rough, and the center of a town may be off its coast. */
const mostOffArea = 100_000;
/** In microdegrees, 3 miles: the area of a ZIP reaches this far. */
const mostOffZip = 43_000;

type NearCounty = { outline: CountyOutline; off: number };

/** The file is read on the first call. */
export function createCountyAreas() {
  let areas: ReturnType<typeof openAreas> | null = null;
  return {
    /** The county in whose area a point lies, or is nearly; null at sea and abroad. With `state`, it is one of that state. */
    findCounty: (point: Point, state: string | null = null): County | null => {
      areas ??= openAreas();
      const found = areas.findAround(point, state) ?? areas.listNear(point, state)[0]?.outline;
      return found === undefined ? null : { name: found.name, state: found.state };
    },
    /** The counties of the state within 3 miles of a point, nearest first. */
    listCounties: (point: Point, state: string): string[] => {
      areas ??= openAreas();
      const near = areas.listNear(point, state).filter(({ off }) => off <= mostOffZip);
      return near.map(({ outline }) => outline.name);
    },
  };
}

const isNear = ({ south, north, west, east }: CountyOutline, y: number, x: number): boolean =>
  y >= south - mostOffArea && y <= north + mostOffArea && x >= west - 2 * mostOffArea && x <= east + 2 * mostOffArea;

function openAreas() {
  const { outlines, visitSegments } = readCountyOutlines();
  const byCell = groupByCell(outlines);

  const listCandidates = (y: number, x: number, state: string | null) =>
    (byCell.get(toCell(y, x)) ?? []).filter(
      (outline) => (state === null || outline.state === state) && isNear(outline, y, x),
    );

  /** By how often a line from the point to the west meets the boundary. */
  const contains = (outline: CountyOutline, y: number, x: number): boolean => {
    let isInside = false;
    visitSegments(outline, (y1, x1, y2, x2) => {
      if (y1 > y !== y2 > y && x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) < x) isInside = !isInside;
    });
    return isInside;
  };

  /** In microdegrees of latitude. */
  const measureTo = (outline: CountyOutline, y: number, x: number): number => {
    const narrowing = Math.cos((y / microdegrees) * (Math.PI / 180));
    let least = Infinity;
    visitSegments(outline, (y1, x1, y2, x2) => {
      const [north, east] = [y2 - y1, (x2 - x1) * narrowing];
      const [up, right] = [y - y1, (x - x1) * narrowing];
      const share = Math.min(1, Math.max(0, (north * up + east * right) / (north * north + east * east || 1)));
      least = Math.min(least, Math.hypot(up - share * north, right - share * east));
    });
    return least;
  };

  return {
    findAround: ({ latitude, longitude }: Point, state: string | null): CountyOutline | undefined => {
      const [y, x] = [latitude * microdegrees, longitude * microdegrees];
      return listCandidates(y, x, state).find((outline) => contains(outline, y, x));
    },
    /** Those around or near the point, nearest first. */
    listNear: ({ latitude, longitude }: Point, state: string | null): NearCounty[] => {
      const [y, x] = [latitude * microdegrees, longitude * microdegrees];
      return listCandidates(y, x, state)
        .map((outline) => ({ outline, off: contains(outline, y, x) ? 0 : measureTo(outline, y, x) }))
        .filter(({ off }) => off <= mostOffArea)
        .sort((a, b) => a.off - b.off);
    },
  };
}

const toRow = (y: number) => Math.floor(y / microdegrees);
const toCell = (y: number, x: number) => toRow(y) * 1000 + toRow(x);

/** The counties that a point of each degree of latitude and longitude may be near. */
function groupByCell(outlines: readonly CountyOutline[]): Map<number, CountyOutline[]> {
  const byCell = new Map<number, CountyOutline[]>();
  const add = (cell: number, outline: CountyOutline) => {
    const there = byCell.get(cell);
    if (there === undefined) byCell.set(cell, [outline]);
    else there.push(outline);
  };
  for (const outline of outlines) {
    const { south, north, west, east } = outline;
    for (let row = toRow(south - mostOffArea); row <= toRow(north + mostOffArea); row++) {
      for (let column = toRow(west - 2 * mostOffArea); column <= toRow(east + 2 * mostOffArea); column++)
        add(row * 1000 + column, outline);
    }
  }
  return byCell;
}
