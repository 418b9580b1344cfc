/** 'Detroit, MI 48204'; the county where no city is known. */
export function formatPlace({ city, county, state, zipCode }: PlaceParts): string {
  const area = [city ?? (county && `${county} County`), state].filter(Boolean).join(', ');
  return [area, zipCode].filter(Boolean).join(' ');
}
/** The parts that name a place together; a ZIP code names it alone. */
export const namedParts = ['city', 'county', 'state'] as const;
/** The parts of a place, as people read them. */
export const placeParts = [...namedParts, 'zipCode'] as const;
type PlaceParts = Record<(typeof placeParts)[number], string | null>;

/** Miles from the center of the reader's ZIP. */
export function formatMiles(miles: number): string {
  return miles < 0.1 ? 'In your ZIP' : `${Number(miles.toFixed(1))} mi away`;
}
