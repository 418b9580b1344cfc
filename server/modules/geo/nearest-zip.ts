import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { createGrid, type Grid } from '#domain/geo/grid.ts';
import type { ZipTable } from './zip-table.ts';

/** A point farther from every ZIP than this is at sea or abroad; Alaska's ZIPs are far apart. */
const maxMilesFromZip = ({ latitude, longitude }: Point) => (latitude > 51 && longitude < -129 ? 300 : 75);
/** A Canadian place must be this much nearer than the nearest ZIP, because ZIPs along the border are small. */
const abroadDistanceFactor = 0.7;

type GridPoint = Point & { zipCode?: string; state?: string | null };
type NearestPoint = { place: GridPoint; miles: number };

/** The nearest place of a grid, searched in widening rings. */
function findNearest(grid: Grid<GridPoint>, around: Point, within: number, state?: string): NearestPoint | null {
  for (const reach of [Math.min(15, within), within]) {
    const near: NearestPoint[] = [];
    grid.visitNear(around, reach, (place) => {
      if (state !== undefined && place.state !== state) return;
      const miles = milesBetween(place, around);
      if (miles <= Math.min(reach, near[0]?.miles ?? reach)) near[0] = { place, miles };
    });
    if (near[0] !== undefined) return near[0];
  }
  return null;
}

/** Finds the ZIP with the nearest centre, of the state if it is given and has one there; null at sea and abroad. */
export function createNearestZipFinder(table: ZipTable): (point: Point, state?: string) => string | null {
  const zips = createGrid<GridPoint>(2);
  const abroad = createGrid<GridPoint>(2);
  for (const zipCode of table.zipCodes) {
    const centre = table.find(zipCode);
    if (centre !== null)
      zips.add({ latitude: centre.latitude, longitude: centre.longitude, state: centre.state, zipCode }, centre);
  }
  for (const point of table.foreignPoints) abroad.add(point, point);
  return (point, state) => {
    const within = maxMilesFromZip(point);
    const nearest = findNearest(zips, point, within);
    if (nearest === null || findNearest(abroad, point, nearest.miles * abroadDistanceFactor) !== null) return null;
    const inState =
      nearest.place.state === state || state === undefined ? null : findNearest(zips, point, within, state);
    return (inState ?? nearest).place.zipCode ?? null;
  };
}
