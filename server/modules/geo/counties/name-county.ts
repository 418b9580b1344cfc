import type { ListingLocation } from '#domain/listing/events.ts';
import type { createCountyAreas } from './county-areas.ts';

/** A place without its county, but for one that is known by its county alone. */
export type LocatedPlace = Omit<ListingLocation, 'county'> & { county?: string };

export const toNullable = (text: string): string | null => (text === '' ? null : text);

/** '5 - Brooke' and 'Brooke County' are the county of Brooke. */
export const normalizeCounty = (county: string) =>
  county
    .replace(/^[\d\s-]+/, '')
    .replace(/ (?:county|parish|co\.?)\s*$/i, '')
    .trim();

type CountyNamerDeps = Pick<ReturnType<typeof createCountyAreas>, 'findCounty'> & {
  nameCounty: (county: string, state: string) => string | null;
};

/**
 * Names the county of a place as the Census does: by the area in which exact coordinates lie. A ZIP and a town may lie in
 * several counties, of which the source knows which (`stated`).
 */
export function createCountyNamer({ findCounty, nameCounty }: CountyNamerDeps) {
  return (place: LocatedPlace, stated: string): string | null => {
    if (place.county !== undefined) return place.county;
    const isKnown = stated !== '' && place.basis !== 'coordinates';
    const named = isKnown ? nameCounty(normalizeCounty(stated), place.state ?? '') : null;
    return named ?? findCounty(place, place.state)?.name ?? toNullable(stated);
  };
}
