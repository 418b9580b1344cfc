export const listingFields = ['title', 'details'] as const;
export type ListingField = (typeof listingFields)[number];
/** The words, normalized, that a feature was found in. */
export type Place = { field: ListingField; at: number; end: number };
/** Receives each feature of a text; a feature may come several times and counts once, with its largest value. */
export type EmitFeature = (name: string, value: number, place: Place | null) => void;
