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
type AddressedPlace = PlaceParts & { address: string | null };

/** '1234 W Maple St, Detroit, MI 48204'; the place alone where no address is known. */
export function formatFullAddress(place: AddressedPlace): string {
  return [place.address, formatPlace(place)].filter(Boolean).join(', ');
}

/** Where a map shows the address of a place; `template` has `{query}`. Null without an address. */
export function buildMapsLink(template: string, place: AddressedPlace | null): string | null {
  return place?.address ? insertQuery(template, formatFullAddress(place)) : null;
}

/** The address of a map with what it looks for. */
export function insertQuery(template: string, query: string): string {
  return template.replaceAll('{query}', encodeURIComponent(query));
}

/** Miles from the center of the reader's ZIP. */
export function formatMiles(miles: number): string {
  return miles < 0.1 ? 'In your ZIP' : `${Number(miles.toFixed(1))} mi away`;
}
