import { readFile } from 'node:fs/promises';
import type { Point } from '#domain/geo/distance.ts';
import { createColumnReader } from './tables/columns.ts';

/** The centre of a ZIP; city and state (two letters) where known. */
export type ZipCentre = Point & { city: string | null; state: string | null };

export type ZipTable = {
  /** Keyed by exactly five digits. */
  find: (zipCode: string) => ZipCentre | null;
  zipCodes: readonly string[];
  /** Places in Canada, used to detect points beyond the border. */
  foreignPoints: readonly Point[];
};

const file = new URL('zips/zips.bin', import.meta.url);
const possibleZips = 100_000;
const microdegrees = 1e6;

/** Reads the table that zips/README.md describes. */
export async function loadZipTable(): Promise<ZipTable> {
  const { count, foreignCount, latitudes, longitudes, zips, cityNumbers, stateNumbers, names } = readColumns(
    new Uint8Array(await readFile(file)),
  );
  /** The row of each ZIP, counted from 1. */
  const rows = new Uint16Array(possibleZips);
  for (const [row, zip] of zips.entries()) rows[zip] = row + 1;
  const pointAt = (row: number): Point => ({
    latitude: (latitudes[row] ?? 0) / microdegrees,
    longitude: (longitudes[row] ?? 0) / microdegrees,
  });
  return {
    find: (zipCode) => {
      const row = /^\d{5}$/.test(zipCode) ? (rows[Number(zipCode)] ?? 0) - 1 : -1;
      if (row < 0) return null;
      const city = names.cities[(cityNumbers[row] ?? 0) - 1] ?? null;
      return { ...pointAt(row), city, state: names.states[(stateNumbers[row] ?? 0) - 1] ?? null };
    },
    zipCodes: Array.from(zips, (zip) => String(zip).padStart(5, '0')),
    foreignPoints: Array.from({ length: foreignCount }, (_, index) => pointAt(count + index)),
  };
}

function readColumns(bytes: Uint8Array<ArrayBuffer>) {
  const { take, takeJson } = createColumnReader(bytes);
  const [count = 0, foreignCount = 0] = take(Int32Array, 2);
  const columns = {
    latitudes: take(Int32Array, count + foreignCount),
    longitudes: take(Int32Array, count + foreignCount),
    zips: take(Int32Array, count),
    cityNumbers: take(Uint16Array, count),
    stateNumbers: take(Uint8Array, count),
  };
  const names = takeJson() as { cities: string[]; states: string[] };
  return { count, foreignCount, ...columns, names };
}
