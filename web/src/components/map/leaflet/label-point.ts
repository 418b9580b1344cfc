import type { MultiPolygon, Polygon, Position } from 'geojson';

/** The centre of the largest part of an area: north, east; null where it has no extent. */
export function findLabelPoint({ type, coordinates }: Polygon | MultiPolygon): [number, number] | null {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const centres = polygons.map(([outline = []]) => measureRing(outline));
  const largest = centres.reduce((best, one) => (one.area > best.area ? one : best), { area: 0, x: 0, y: 0 });
  return largest.area === 0 ? null : [largest.y, largest.x];
}

/** The area and the centroid of a ring. */
function measureRing(ring: Position[]): { area: number; x: number; y: number } {
  let [twice, x, y] = [0, 0, 0];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [x1 = 0, y1 = 0] = ring[index] ?? [];
    const [x2 = 0, y2 = 0] = ring[index + 1] ?? [];
    const cross = x1 * y2 - x2 * y1;
    twice += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  return twice === 0 ? { area: 0, x: 0, y: 0 } : { area: Math.abs(twice) / 2, x: x / (3 * twice), y: y / (3 * twice) };
}
