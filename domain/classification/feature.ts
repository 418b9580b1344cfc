export const listingFields = ['title', 'details'] as const;
export type ListingField = (typeof listingFields)[number];
/** The words, normalized, that a feature was found in. */
export type Place = { field: ListingField; at: number; end: number };
/** Receives each feature of a text; a feature may come several times and counts once, with its largest value. */
export type EmitFeature = (name: string, value: number, place: Place | null) => void;
/** The same for a feature that was looked up; one that is not known is undefined. */
export type AddFeature<T> = (feature: T | undefined, value: number, place: Place | null) => void;
