import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { type PlaceName, resolvePlaces, toCityKey } from '#domain/geo/place-names.ts';
import type { CensusEntry, CensusTable } from './census-table.ts';
import type { ZipTable } from './zip-table.ts';

/** A city by its postal name, at the centre of its ZIPs. Coordinates of some cities in the data are far off. */
export type City = Point & { city: string; state: string };
type PostalCity = City & { zipCount: number };

/** Entries of one name that are closer than this are one place: a village inside the township of its name. */
const mostMilesOfOnePlace = 12;
/** From the centre of a town to that of its ZIPs. */
const mostMilesToZip = 25;
/** A county's places are within this distance of its centre, but in the West. */
const mostMilesInCounty = 40;
/** A city with this number of ZIPs is meant, even where a hamlet elsewhere has its name. */
const zipsOfLargeCity = 4;

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const above = sorted[sorted.length >> 1] ?? 0;
  const below = sorted[(sorted.length - 1) >> 1] ?? above;
  return (below + above) / 2;
}

function groupCities(table: ZipTable, state: string): Map<string, PostalCity> {
  const centres = table.zipCodes.map((zipCode) => table.find(zipCode)).filter((centre) => centre?.state === state);
  const byKey = Map.groupBy(centres, (centre) => toCityKey(centre?.city ?? ''));
  const cities = new Map<string, PostalCity>();
  for (const [key, zips] of byKey) {
    const latitude = median(zips.map((zip) => zip?.latitude ?? 0));
    const longitude = median(zips.map((zip) => zip?.longitude ?? 0));
    cities.set(key, { latitude, longitude, city: zips[0]?.city ?? '', state, zipCount: zips.length });
  }
  return cities;
}

type CityText = { city: string; state: string; county: string };
/** The place; 'ambiguous' where several have the name; null where none has it. */
type Found = City | 'ambiguous' | null;

/** The kinds of the Census table that a word beside the name asks for, nearest first. */
const kindsOf: Record<NonNullable<PlaceName['kind']>, string[]> = {
  city: ['c', 'C'],
  town: ['t', 'T'],
  village: ['v', 'V'],
  borough: ['b', 'B'],
  township: ['M'],
};
/** Where no word says which: a place before a division of the county. */
const usualKinds = ['ctvbd', 'CTVB', 'M'];

const areClose = (entries: readonly Point[]) =>
  entries.every((one) => entries.every((other) => milesBetween(one, other) <= mostMilesOfOnePlace));

function pickOne(entries: readonly CensusEntry[]): Found {
  const [first = null] = entries;
  if (first === null || !areClose(entries)) return first && 'ambiguous';
  const { city, state, latitude, longitude } = first;
  return { city, state, latitude, longitude };
}

/**
 * Finds a city, town, township or county by its names, or by all in one text. A name that several places of a state have
 * is none. The names of a state are read on first use.
 */
export function createCityFinder(table: ZipTable, census: CensusTable) {
  const byState = new Map<string, Map<string, PostalCity>>();
  const findPostal = ({ state, key }: PlaceName): PostalCity | null => {
    const cities = byState.get(state) ?? groupCities(table, state);
    byState.set(state, cities);
    return cities.get(key) ?? null;
  };

  /** Those in the county or, where the table does not say it, near its centre; all of them where none is. */
  const findNearCounty = (entries: readonly CensusEntry[], county: string) => {
    const inside = entries.filter((entry) => entry.county !== null && entry.county === toCityKey(county));
    if (inside.length > 0) return inside;
    const [centre, ...others] = entries.length === 0 ? [] : census.find(entries[0]?.state ?? '', toCityKey(county));
    const counties = [centre, ...others].filter((entry) => entry?.kind === 'y');
    const near = entries.filter((entry) =>
      counties.some((one) => one !== undefined && milesBetween(one, entry) <= mostMilesInCounty),
    );
    return near.length > 0 ? near : entries;
  };

  /** By a name alone: the post office, unless another place far from it has its name. */
  const findUsual = (name: PlaceName, entries: readonly CensusEntry[], county: string): Found => {
    const postal = findPostal(name);
    if (postal === null) {
      const tier = usualKinds.map((kinds) => entries.filter(({ kind }) => kinds.includes(kind)));
      return pickOne(findNearCounty(tier.find((some) => some.length > 0) ?? [], county));
    }
    const { zipCount, ...city } = postal;
    const isNear = (entry: Point) => milesBetween(city, entry) <= mostMilesToZip;
    const towns = entries.filter(({ kind }) => 'ctvb'.includes(kind));
    const others = towns.some(isNear) ? towns : entries.filter(({ kind }) => 'ctvbd'.includes(kind));
    if (zipCount >= zipsOfLargeCity || others.every(isNear)) return city;
    const near = county === '' ? [] : findNearCounty(others, county);
    return near.length > 0 && areClose(near) ? pickOne(near) : 'ambiguous';
  };

  const findNamed = (name: PlaceName, county: string): Found => {
    const entries = census.find(name.state, name.key);
    if (name.kind === null) return findUsual(name, entries, county);
    const kinds = kindsOf[name.kind];
    const named = findNearCounty(
      entries.filter(({ kind }) => kinds.includes(kind)),
      county,
    );
    return named.length > 0 || name.kind === 'township' ? pickOne(named) : findUsual(name, entries, county);
  };

  return {
    findCity: ({ city, state, county }: CityText): City | null => {
      for (const name of resolvePlaces(city, state)) {
        const match = findNamed(name, county);
        if (match !== null) return match === 'ambiguous' ? null : match;
      }
      return null;
    },
    /** The centre of a county in which every place is near it. */
    findCounty: (county: string, state: string): City | null => {
      const centres = census.find(state, toCityKey(county)).filter(({ kind }) => kind === 'z');
      const centre = pickOne(centres);
      return centre === 'ambiguous' ? null : centre;
    },
  };
}
