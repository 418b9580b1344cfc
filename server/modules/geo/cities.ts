import type { Point } from '#domain/geo/distance.ts';
import { resolveCities, toCityKey } from '#domain/geo/place-names.ts';
import type { ZipTable } from './zip-table.ts';

/** A city by its postal name, at the centre of its ZIPs. Coordinates of some cities in the data are far off. */
export type City = Point & { city: string; state: string };

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const above = sorted[sorted.length >> 1] ?? 0;
  const below = sorted[(sorted.length - 1) >> 1] ?? above;
  return (below + above) / 2;
}

function groupCities(table: ZipTable, state: string): Map<string, City> {
  const centres = table.zipCodes.map((zipCode) => table.find(zipCode)).filter((centre) => centre?.state === state);
  const byKey = Map.groupBy(centres, (centre) => toCityKey(centre?.city ?? ''));
  const cities = new Map<string, City>();
  for (const [key, zips] of byKey) {
    const latitude = median(zips.map((zip) => zip?.latitude ?? 0));
    const longitude = median(zips.map((zip) => zip?.longitude ?? 0));
    cities.set(key, { latitude, longitude, city: zips[0]?.city ?? '', state });
  }
  return cities;
}

/** Finds a city by name and state, or by both in one text. The names of a state are read on first use. */
export function createCityFinder(table: ZipTable): (city: string, state: string) => City | null {
  const byState = new Map<string, Map<string, City>>();
  const getCities = (state: string): Map<string, City> => {
    const known = byState.get(state) ?? groupCities(table, state);
    byState.set(state, known);
    return known;
  };
  return (city, state) => {
    for (const name of resolveCities(city, state)) {
      const known = getCities(name.state).get(name.city);
      if (known !== undefined) return known;
    }
    return null;
  };
}
