/** 'Parcel 21-045.331', 'APN: 0123-456-78', 'Parcel ID 16025188.003.'. */
const namedParcel =
  /\b(?:parcel|apn|folio|pin|tax (?:id|map))(?: ?(?:no\b\.?|number|num\b|id|#)){0,2}[ .:#]{0,3}([a-z]?\d[\w-]*(?:\.[\w-]+)*)(?! ?(?:sq|acre|ac\b|feet|ft))/gi;
/** A shorter number counts the lots of one seller or map, and is not the assessor's. */
const leastCharacters = 5;
const dimensions = /^\d+x\d+$/i;

/**
 * A parcel number without punctuation and leading zeros, which every source writes differently; null for a placeholder
 * such as '0000-000' or 'TBD'.
 */
function normalizeParcel(parcel: string): string | null {
  const key = parcel
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '');
  const isPlaceholder = !/\d.*\d.*\d/.test(key) || /^(.)\1*$/.test(key) || dimensions.test(parcel);
  return isPlaceholder || key.length < leastCharacters ? null : key;
}

/** The parcel numbers of a listing: that of its field, else those that its text names as one. */
export function findParcels(field: string | null | undefined, text: string): string[] {
  const stated = normalizeParcel(field ?? '');
  if (stated !== null) return [stated];
  const named = [...text.matchAll(namedParcel)].map(([, number = '']) => normalizeParcel(number));
  return [...new Set(named.filter((parcel) => parcel !== null))].sort();
}

/** Whether both name parcels, and which: the same ones, others, or some of the other's. */
export function compareParcels(a: readonly string[], b: readonly string[]): 'same' | 'different' | 'unknown' {
  if (a.length === 0 || b.length === 0) return 'unknown';
  const common = a.filter((parcel) => b.includes(parcel)).length;
  if (common === a.length && common === b.length) return 'same';
  return common === 0 ? 'different' : 'unknown';
}
