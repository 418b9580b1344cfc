import type { namedParts } from '#domain/listing/place-text.contract.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { findStateCode } from '#domain/geo/place-names.ts';
import { createCensusTable } from './census-table.ts';
import { type City, createCityFinder } from './cities.ts';
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
};

/** A place without the county, which only the source itself names. */
type NamedPlace = Omit<ListingLocation, 'county'>;

/** A ZIP farther from the point than this does not describe it: a typo, or the office that published the list. */
const maxMilesToZip = 60;

/** '48204-1234', '48204.0', and '2134', whose leading zero a spreadsheet dropped. */
function normalizeZip(code: string): string {
  const digits = /^\s*(\d{3,5})(?:\.0|[\s-]?\d{4})?\s*$/.exec(code)?.[1];
  return digits?.padStart(5, '0') ?? '';
}

function nonEmpty(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
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

/** '5 - Brooke' and 'Brooke County' are the county of Brooke. */
const normalizeCounty = (county: string) =>
  county
    .replace(/^[\d\s-]+/, '')
    .replace(/ (?:county|parish|co\.?)\s*$/i, '')
    .trim();

let cachedGazetteer: Promise<Gazetteer> | null = null;

/** Reads the tables once per process. */
export const loadGazetteer = (): Promise<Gazetteer> => (cachedGazetteer ??= loadZipTable().then(createGazetteer));

function createGazetteer(table: ZipTable): Gazetteer {
  const { findCity, findCounty } = createCityFinder(table, createCensusTable());
  // Created on first use of coordinates, so that startup does not wait for it.
  let nearestZip: ((point: Point) => string | null) | null = null;

  const nameFields = (city: City | null, zip: ZipCentre | null) => ({
    city: city?.city ?? zip?.city ?? null,
    state: city?.state ?? zip?.state ?? null,
  });

  const byPoint = (point: Point | null, statedZip: string, city: City | null): NamedPlace | null => {
    if (point === null) return null;
    nearestZip ??= createNearestZipFinder(table);
    const nearest = nearestZip(point);
    if (nearest === null) return null;
    const centre = table.find(statedZip);
    const isThere = centre !== null && milesBetween(centre, point) <= maxMilesToZip;
    const zipCode = isThere ? statedZip : nearest;
    return { ...point, basis: 'coordinates', zipCode, ...nameFields(city, table.find(zipCode)) };
  };

  const byZip = (zipCode: string, city: City | null): NamedPlace | null => {
    const centre = table.find(zipCode);
    if (centre === null) return null;
    const { latitude, longitude } = centre;
    return { latitude, longitude, basis: 'zip', zipCode, ...nameFields(centre.city === null ? city : null, centre) };
  };

  const byCity = (city: City | null): NamedPlace | null => city && { ...city, basis: 'city', zipCode: null };

  const byCounty = (county: string, state: string): NamedPlace | null => {
    const code = findStateCode(state);
    const name = normalizeCounty(county);
    const countyPlace = code === null || name === '' ? null : findCounty(name, code);
    return countyPlace && { ...countyPlace, city: null, basis: 'county', zipCode: null };
  };

  const byNames = ({ city, county, state }: PlaceTexts, namedCity: City | null): NamedPlace | null => {
    if (namedCity !== null) return byCity(namedCity);
    const [, named, code = state] = countyAndState.exec(city) ?? [];
    return city === '' || named !== undefined ? byCounty(named ?? county, code) : null;
  };

  const findPlace = (names: PlaceTexts, zipCode: string, point: Point | null): NamedPlace | null => {
    const isNamed = point !== null || typeof table.find(zipCode)?.city !== 'string';
    const namedCity = isNamed ? findCity({ ...names, county: normalizeCounty(names.county) }) : null;
    return byPoint(point, zipCode, namedCity) ?? byZip(zipCode, namedCity) ?? byNames(names, namedCity);
  };

  return {
    zip: (code) => table.find(normalizeZip(code)),
    listZips: (state) => table.zipCodes.filter((code) => table.find(code)?.state === state),
    locate: ({ zipCode = '', latitude = 0, longitude = 0, ...texts }) => {
      const names = toPlaceTexts(texts);
      const point = latitude === 0 && longitude === 0 ? null : { latitude, longitude };
      const place = findPlace(names, normalizeZip(zipCode), point);
      return place && { ...place, county: nonEmpty(names.county) };
    },
  };
}
