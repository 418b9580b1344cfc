import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { createGrid, type Grid } from '#domain/geo/grid.ts';
import type { ZipTable } from './zip-table.ts';

/** Farther from every ZIP than this is sea or abroad; Alaska's ZIPs are far apart. */
const farthestFromZip = ({ latitude, longitude }: Point) => (latitude > 51 && longitude < -129 ? 300 : 75);
/** A Canadian place must be this much nearer than the nearest ZIP, for ZIPs along the border are small. */
const plainlyNearer = 0.7;

type Placed = Point & { zipCode?: string };
type Near = { place: Placed; miles: number };

/** The nearest place of a grid, looked for in widening circles. */
function nearestIn(grid: Grid<Placed>, around: Point, within: number): Near | null {
  for (const reach of [Math.min(15, within), within]) {
    const near: Near[] = [];
    grid.visitNear(around, reach, (place) => {
      const miles = milesBetween(place, around);
      if (miles <= Math.min(reach, near[0]?.miles ?? reach)) near[0] = { place, miles };
    });
    if (near[0] !== undefined) return near[0];
  }
  return null;
}

/** Finds the ZIP whose centre is nearest; null at sea and abroad. */
export function nearestZipOf(table: ZipTable): (point: Point) => string | null {
  const zips = createGrid<Placed>(2);
  const abroad = createGrid<Placed>(2);
  for (const zipCode of table.zipCodes) {
    const centre = table.at(zipCode);
    if (centre !== null) zips.add({ latitude: centre.latitude, longitude: centre.longitude, zipCode }, centre);
  }
  for (const point of table.abroad) abroad.add(point, point);
  return (point) => {
    const nearest = nearestIn(zips, point, farthestFromZip(point));
    if (nearest === null || nearestIn(abroad, point, nearest.miles * plainlyNearer) !== null) return null;
    return nearest.place.zipCode ?? null;
  };
}
