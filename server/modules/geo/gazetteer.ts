import type { namedParts } from '#domain/listing/place-text.contract.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { findStateCode, toCityKey } from '#domain/geo/place-names.ts';
import { createCensusTable } from './census-table.ts';
import { type City, createCityFinder, mostMilesToZip } from './cities.ts';
import { createCountyAreas } from './counties/county-areas.ts';
import { createCountyNamer, toNullable, normalizeCounty, type LocatedPlace } from './counties/name-county.ts';
import { createNearestZipFinder } from './nearest-zip.ts';
import { loadZipTable, type ZipCentre, type ZipTable } from './zip-table.ts';

/** What an item says about its place; the most exact part that can be parsed counts. */
export type PlaceFields = {
  zipCode?: string | undefined;
  city?: string | undefined;
  county?: string | undefined;
  state?: string | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
};

export type Gazetteer = {
  zip: (code: string) => ZipCentre | null;
  /** The ZIPs of a state, by its two letters. */
  listZips: (state: string) => string[];
  /** By coordinates, else by ZIP, else by city and state; null where none of them is a place in the United States. */
  locate: (item: PlaceFields) => ListingLocation | null;
  /** The counties of a ZIP: first that of its centre, then those that may share it. */
  countiesOfZip: (code: string, state: string) => string[];
};

/** A ZIP farther from the point than this does not describe it: a typo, or the office that published the list. */
const maxMilesToZip = 60;

/** '48204-1234', '48204.0', and '2134', whose leading zero a spreadsheet dropped. */
function normalizeZip(code: string): string {
  const digits = /^\s*(\d{3,5})(?:\.0|[\s-]?\d{4})?\s*$/.exec(code)?.[1];
  return digits?.padStart(5, '0') ?? '';
}

type PlaceTexts = Record<(typeof namedParts)[number], string>;

const toPlaceTexts = ({
  city = '',
  county = '',
  state = '',
}: Pick<PlaceFields, (typeof namedParts)[number]>): PlaceTexts => ({
  city,
  county,
  state,
});

/** 'Wayne County, MI' where a city was expected. */
const countyAndState = /^\s*([\p{L}.'’ -]+? (?:county|parish))(?:,\s*([\p{L}. ]+))?\s*$/iu;

let cachedGazetteer: Promise<Gazetteer> | null = null;

/** Reads the tables once per process. */
export const loadGazetteer = (): Promise<Gazetteer> => (cachedGazetteer ??= loadZipTable().then(createGazetteer));

const isCityOf = (zip: ZipCentre | null, city: string): boolean =>
  typeof zip?.city === 'string' && toCityKey(zip.city) === toCityKey(city);

const nameFields = (city: City | null, zip: ZipCentre | null) => ({
  city: city?.city ?? zip?.city ?? null,
  state: city?.state ?? zip?.state ?? null,
});

/** At the centre of the ZIP, in the city that the source names if it is there. */
function byZip(zipCode: string, centre: ZipCentre | null, city: City | null): LocatedPlace | null {
  if (centre === null) return null;
  const { latitude, longitude } = centre;
  const isThere = city !== null && (centre.city === null || milesBetween(centre, city) <= mostMilesToZip);
  return { latitude, longitude, basis: 'zip', zipCode, ...nameFields(isThere ? city : null, centre) };
}

const byCity = (city: City | null): LocatedPlace | null => city && { ...city, basis: 'city', zipCode: null };

function createGazetteer(table: ZipTable): Gazetteer {
  const { findCity, findCountyCentre, nameCounty } = createCityFinder(table, createCensusTable());
  const { findCounty, listCounties } = createCountyAreas();
  const findCountyOf = createCountyNamer({ findCounty, nameCounty });
  // Created on first use of coordinates, so that startup does not wait for it.
  let nearestZip: ReturnType<typeof createNearestZipFinder> | null = null;

  const byPoint = (point: Point | null, statedZip: string, city: City | null): LocatedPlace | null => {
    if (point === null) return null;
    nearestZip ??= createNearestZipFinder(table);
    const nearest = nearestZip(point, findCounty(point)?.state);
    if (nearest === null) return null;
    const centre = table.find(statedZip);
    const isThere = centre !== null && milesBetween(centre, point) <= maxMilesToZip;
    const zipCode = isThere ? statedZip : nearest;
    return { ...point, basis: 'coordinates', zipCode, ...nameFields(city, table.find(zipCode)) };
  };

  const byCounty = (county: string, state: string): LocatedPlace | null => {
    const code = findStateCode(state);
    const name = normalizeCounty(county);
    const place = code === null || name === '' ? null : findCountyCentre(name, code);
    return place && { ...place, city: null, county: place.city, basis: 'county', zipCode: null };
  };

  const byNames = ({ city, county, state }: PlaceTexts, namedCity: City | null): LocatedPlace | null => {
    if (namedCity !== null) return byCity(namedCity);
    const [, named, code = state] = countyAndState.exec(city) ?? [];
    return city === '' || named !== undefined ? byCounty(named ?? county, code) : null;
  };

  const nameCountyAt = (point: Point | null) => (point && findCounty(point)?.name) ?? '';

  /** The city that the fields name; null where they name that of the ZIP. */
  const findNamedCity = (names: PlaceTexts, zip: ZipCentre | null, point: Point | null): City | null => {
    if (names.city === '' || (point === null && isCityOf(zip, names.city))) return null;
    const county = names.county === '' ? nameCountyAt(point ?? zip) : normalizeCounty(names.county);
    return findCity({ city: names.city, state: toNullable(names.state) ?? zip?.state ?? '', county });
  };

  const findPlace = (names: PlaceTexts, zipCode: string, point: Point | null): LocatedPlace | null => {
    const namedCity = findNamedCity(names, table.find(zipCode), point);
    return (
      byPoint(point, zipCode, namedCity) ?? byZip(zipCode, table.find(zipCode), namedCity) ?? byNames(names, namedCity)
    );
  };

  return {
    zip: (code) => table.find(normalizeZip(code)),
    listZips: (state) => table.zipCodes.filter((code) => table.find(code)?.state === state),
    locate: ({ zipCode = '', latitude = 0, longitude = 0, ...texts }) => {
      const names = toPlaceTexts(texts);
      const point = latitude === 0 && longitude === 0 ? null : { latitude, longitude };
      const place = findPlace(names, normalizeZip(zipCode), point);
      return place && { ...place, county: findCountyOf(place, names.county) };
    },
    countiesOfZip: (code, state) => {
      const centre = table.find(code);
      const own = centre?.state ?? null;
      return centre !== null && own !== null && own === findStateCode(state) ? listCounties(centre, own) : [];
    },
  };
}
