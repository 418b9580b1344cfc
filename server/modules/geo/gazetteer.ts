import type { namedParts } from '#domain/listing/place-text.contract.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { findStateCode, toCityKey } from '#domain/geo/place-names.ts';
import { createCensusTable } from './census-table.ts';
import { type City, createCityFinder, mostMilesToZip } from './cities.ts';
import { createCountyAreas } from './counties/county-areas.ts';
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

/** A place without its county, but for one that is known by its county alone. */
type NamedPlace = Omit<ListingLocation, 'county'> & { county?: string };

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
export const normalizeCounty = (county: string) =>
  county
    .replace(/^[\d\s-]+/, '')
    .replace(/ (?:county|parish|co\.?)\s*$/i, '')
    .trim();

let cachedGazetteer: Promise<Gazetteer> | null = null;

/** Reads the tables once per process. */
export const loadGazetteer = (): Promise<Gazetteer> => (cachedGazetteer ??= loadZipTable().then(createGazetteer));

function createGazetteer(table: ZipTable): Gazetteer {
  const { findCity, findCounty, nameCounty } = createCityFinder(table, createCensusTable());
  const { findCounty: findArea, listCounties } = createCountyAreas();
  // Created on first use of coordinates, so that startup does not wait for it.
  let nearestZip: ReturnType<typeof createNearestZipFinder> | null = null;

  const nameFields = (city: City | null, zip: ZipCentre | null) => ({
    city: city?.city ?? zip?.city ?? null,
    state: city?.state ?? zip?.state ?? null,
  });

  const byPoint = (point: Point | null, statedZip: string, city: City | null): NamedPlace | null => {
    if (point === null) return null;
    nearestZip ??= createNearestZipFinder(table);
    const nearest = nearestZip(point, findArea(point)?.state);
    if (nearest === null) return null;
    const centre = table.find(statedZip);
    const isThere = centre !== null && milesBetween(centre, point) <= maxMilesToZip;
    const zipCode = isThere ? statedZip : nearest;
    return { ...point, basis: 'coordinates', zipCode, ...nameFields(city, table.find(zipCode)) };
  };

  /** At the centre of the ZIP, in the city that the source names if it is there. */
  const byZip = (zipCode: string, city: City | null): NamedPlace | null => {
    const centre = table.find(zipCode);
    if (centre === null) return null;
    const { latitude, longitude } = centre;
    const isThere = city !== null && (centre.city === null || milesBetween(centre, city) <= mostMilesToZip);
    return { latitude, longitude, basis: 'zip', zipCode, ...nameFields(isThere ? city : null, centre) };
  };

  const byCity = (city: City | null): NamedPlace | null => city && { ...city, basis: 'city', zipCode: null };

  const byCounty = (county: string, state: string): NamedPlace | null => {
    const code = findStateCode(state);
    const name = normalizeCounty(county);
    const place = code === null || name === '' ? null : findCounty(name, code);
    return place && { ...place, city: null, county: place.city, basis: 'county', zipCode: null };
  };

  const byNames = ({ city, county, state }: PlaceTexts, namedCity: City | null): NamedPlace | null => {
    if (namedCity !== null) return byCity(namedCity);
    const [, named, code = state] = countyAndState.exec(city) ?? [];
    return city === '' || named !== undefined ? byCounty(named ?? county, code) : null;
  };

  /** The city that the fields name; null where they name that of the ZIP. */
  const findNamedCity = ({ city, county, state }: PlaceTexts, zip: ZipCentre | null, point: Point | null) => {
    const isOfZip = zip?.city != null && ['', toCityKey(zip.city)].includes(toCityKey(city));
    if (isOfZip && point === null) return null;
    const area = point ?? zip;
    const around = county === '' && area !== null ? findArea(area)?.name : normalizeCounty(county);
    return findCity({ city, state: state === '' ? (zip?.state ?? '') : state, county: around ?? '' });
  };

  const findPlace = (names: PlaceTexts, zipCode: string, point: Point | null): NamedPlace | null => {
    const namedCity = findNamedCity(names, table.find(zipCode), point);
    return byPoint(point, zipCode, namedCity) ?? byZip(zipCode, namedCity) ?? byNames(names, namedCity);
  };

  /** By the area of exact coordinates; a ZIP and a town may lie in several counties, of which the source knows which. */
  const findCountyOf = (place: NamedPlace, stated: string): string | null => {
    if (place.county !== undefined) return place.county;
    const area = () => findArea(place, place.state)?.name ?? null;
    if (place.basis === 'coordinates') return area() ?? nonEmpty(stated);
    return nameCounty(normalizeCounty(stated), place.state ?? '') ?? area() ?? nonEmpty(stated);
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
      return centre !== null && centre.state === findStateCode(state) ? listCounties(centre, centre.state) : [];
    },
  };
}
