import type { Place } from '#domain/listing/events.ts';
import { milesBetween, type Point } from '#domain/scout/distance.ts';
import { createGrid, type Grid } from '#domain/scout/grid.ts';
import { citiesMeant, cityKeyOf } from '#domain/scout/place-names.ts';
import { loadZipTable, type ZipCentre, type ZipTable } from './zip-table.ts';

/** What an item says of its place; the most exact of it that can be understood counts. */
export type SaidPlace = {
  zipCode?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
};

export type Gazetteer = {
  zip: (code: string) => ZipCentre | null;
  /** By coordinates, else by ZIP, else by city and state; null where none of them is a place in the United States. */
  locate: (item: SaidPlace) => Place | null;
};

type City = Point & { city: string; state: string };

/** Farther from every ZIP than this is sea or abroad; Alaska's ZIPs are far apart. */
const farthestFromZip = (point: Point) => (point.latitude > 51 && point.longitude < -129 ? 300 : 75);
/** A Canadian place must be this much nearer than the nearest ZIP, for ZIPs along the border are small. */
const plainlyNearer = 0.7;

/** '48204-1234', '48204.0' and '2134', whose zero a spreadsheet dropped. */
function fiveDigits(code: string): string {
  const digits = /^\s*(\d{3,5})(?:\.0|[\s-]?\d{4})?\s*$/.exec(code)?.[1];
  return digits?.padStart(5, '0') ?? '';
}

/** The cities of one state by their key, each in the middle of its ZIPs. */
function citiesOf(table: ZipTable, state: string): Map<string, City> {
  const byKey = Map.groupBy(
    table.zipCodes.flatMap((zipCode) => {
      const centre = table.at(zipCode);
      return centre?.state === state && centre.city !== null ? [{ ...centre, city: centre.city, state }] : [];
    }),
    ({ city }) => cityKeyOf(city),
  );
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const cities = new Map<string, City>();
  for (const [key, zips] of byKey) {
    const latitude = mean(zips.map((zip) => zip.latitude));
    const longitude = mean(zips.map((zip) => zip.longitude));
    cities.set(key, { latitude, longitude, city: zips[0]?.city ?? '', state });
  }
  return cities;
}

/** The nearest item of a grid, looked for in widening circles. */
function nearestIn<Item>(
  grid: Grid<Item>,
  around: Point,
  at: (item: Item) => Point | null,
  within: number,
): { item: Item; miles: number } | null {
  for (const miles of [Math.min(15, within), within]) {
    let nearest: { item: Item; miles: number } | null = null;
    grid.visitNear(around, miles, (item) => {
      const place = at(item);
      const away = place === null ? Number.POSITIVE_INFINITY : milesBetween(place, around);
      if (away <= miles && away < (nearest?.miles ?? Number.POSITIVE_INFINITY)) nearest = { item, miles: away };
    });
    if (nearest !== null) return nearest;
  }
  return null;
}

let loaded: Promise<Gazetteer> | null = null;

/** Reads the tables once for the whole process. */
export const loadGazetteer = (): Promise<Gazetteer> => (loaded ??= loadZipTable().then(gazetteerOf));

type NearestZip = (point: Point) => string | null;

function nearestZipOf(table: ZipTable): NearestZip {
  const zips = createGrid<string>(2);
  const abroad = createGrid<Point>(2);
  for (const zipCode of table.zipCodes) {
    const centre = table.at(zipCode);
    if (centre !== null) zips.add(zipCode, centre);
  }
  for (const point of table.abroad) abroad.add(point, point);
  return (point) => {
    const nearest = nearestIn(zips, point, (zipCode) => table.at(zipCode), farthestFromZip(point));
    if (nearest === null) return null;
    const foreign = nearestIn(abroad, point, (place) => place, nearest.miles * plainlyNearer);
    return foreign === null ? nearest.item : null;
  };
}

function gazetteerOf(table: ZipTable): Gazetteer {
  // made when first asked for, so that a start waits for neither
  let nearestZip: NearestZip | null = null;
  const cities = new Map<string, Map<string, City>>();

  const citiesIn = (state: string): Map<string, City> => {
    const known = cities.get(state) ?? citiesOf(table, state);
    cities.set(state, known);
    return known;
  };

  const cityOf = ({ city = '', state = '' }: SaidPlace): City | null => {
    for (const name of citiesMeant(city, state)) {
      const known = citiesIn(name.state).get(name.city);
      if (known !== undefined) return known;
    }
    return null;
  };

  const byCoordinates = (item: SaidPlace, city: City | null): Place | null => {
    const { latitude, longitude } = item;
    if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)) return null;
    nearestZip ??= nearestZipOf(table);
    const nearest = nearestZip({ latitude, longitude });
    if (nearest === null) return null;
    const said = fiveDigits(item.zipCode ?? '');
    const zipCode = table.at(said) === null ? nearest : said;
    const named = city ?? table.at(zipCode);
    return {
      latitude,
      longitude,
      basis: 'coordinates',
      zipCode,
      city: named?.city ?? null,
      state: named?.state ?? null,
    };
  };

  const byZip = ({ zipCode = '' }: SaidPlace, city: City | null): Place | null => {
    const centre = table.at(fiveDigits(zipCode));
    if (centre === null) return null;
    const { latitude, longitude } = centre;
    return {
      latitude,
      longitude,
      basis: 'zip',
      zipCode: fiveDigits(zipCode),
      city: centre.city ?? city?.city ?? null,
      state: centre.state ?? city?.state ?? null,
    };
  };

  return {
    zip: (code) => table.at(fiveDigits(code)),
    locate: (item) => {
      const city = cityOf(item);
      const byCity: Place | null = city === null ? null : { ...city, basis: 'city', zipCode: null };
      return byCoordinates(item, city) ?? byZip(item, city) ?? byCity;
    },
  };
}
