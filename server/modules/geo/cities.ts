import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { type PlaceName, resolvePlaces, toCityKey } from '#domain/geo/place-names.ts';
import type { CensusEntry, CensusTable } from './census-table.ts';
import type { ZipTable } from './zip-table.ts';

/** A city by its postal name or that of the Census. */
export type City = Point & { city: string; state: string };
/** At the centre of its ZIPs, because coordinates of some cities in the data are far off. */
type PostalCity = City & { zipCount: number };

/** Entries of one name that are closer than this are one place: a village inside the township of its name. */
const mostMilesOfOnePlace = 12;
/** From the centre of a town to that of its ZIPs. */
export const mostMilesToZip = 25;
/** A place this near to the centre of a county is not mistaken for it. */
const mostMilesToCounty = 25;
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
/** Cities, towns, villages and boroughs. */
const governedKinds = 'ctvbCTVB';
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

/** Those in the county; all of them where none is. */
function findInCounty(entries: readonly CensusEntry[], county: string): readonly CensusEntry[] {
  const inside = entries.filter((entry) => entry.county !== null && entry.county === toCityKey(county));
  return inside.length > 0 ? inside : entries;
}

/** The Census has the centre of the town, and the post office that of its ZIPs. */
function centreOf(city: City, entries: readonly CensusEntry[]): City {
  const milesTo = (entry: Point) => milesBetween(city, entry);
  const [nearest] = entries.toSorted((a, b) => milesTo(a) - milesTo(b));
  if (nearest === undefined || milesTo(nearest) > mostMilesOfOnePlace) return city;
  return { ...city, latitude: nearest.latitude, longitude: nearest.longitude };
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

  /** By a name alone: the post office, unless another place far from it has its name. */
  const findUsual = (name: PlaceName, entries: readonly CensusEntry[], county: string): Found => {
    const postal = findPostal(name);
    const tiers = usualKinds.map((kinds) => entries.filter(({ kind }) => kinds.includes(kind)));
    const usualEntries = tiers.find((some) => some.length > 0) ?? [];
    if (postal === null) return pickOne(findInCounty(usualEntries, county));
    const { zipCount, ...city } = postal;
    const [towns = []] = tiers;
    const isNear = (entry: Point) => milesBetween(city, entry) <= mostMilesToZip;
    if (zipCount >= zipsOfLargeCity || towns.every(isNear)) return centreOf(city, usualEntries);
    const near = county === '' ? [] : findInCounty(towns, county);
    return near.length > 0 && areClose(near) ? pickOne(near) : 'ambiguous';
  };

  /** 'Arapahoe, CO' may mean the county, because only a settlement without a government elsewhere has its name. */
  const mayMeanCounty = (name: PlaceName, place: Point, entries: readonly CensusEntry[]): boolean => {
    const isTown = entries.some(({ kind }) => governedKinds.includes(kind));
    if (isTown || (findPostal(name)?.zipCount ?? 0) >= zipsOfLargeCity) return false;
    const counties = entries.filter(({ kind }) => kind === 'y');
    return counties.length > 0 && counties.every((county) => milesBetween(county, place) > mostMilesToCounty);
  };

  const findUnmarked = (name: PlaceName, entries: readonly CensusEntry[], county: string): Found => {
    const place = findUsual(name, entries, county);
    if (place === null || place === 'ambiguous' || county !== '') return place;
    return mayMeanCounty(name, place, entries) ? 'ambiguous' : place;
  };

  const findNamed = (name: PlaceName, county: string): Found => {
    const entries = census.find(name.state, name.key);
    if (name.kind === null) return findUnmarked(name, entries, county);
    const kinds = kindsOf[name.kind];
    const named = findInCounty(
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
    /** The name of a county in the Census; null where the state has none of that name. */
    nameCounty: (county: string, state: string): string | null =>
      census.find(state, toCityKey(county)).find(({ kind }) => kind === 'y')?.city ?? null,
    /** The centre of a county in which every place is near it. */
    findCountyCentre: (county: string, state: string): City | null => {
      const centres = census.find(state, toCityKey(county)).filter(({ kind }) => kind === 'z');
      const centre = pickOne(centres);
      return centre === 'ambiguous' ? null : centre;
    },
  };
}
