import type { ReviewItem } from '#domain/review/review.contract.ts';

/** What a reviewer can put right, as it stands in the fields; '' where nothing is known. */
export type Fields = Record<'title' | 'price' | 'propertyType' | 'zipCode' | 'city' | 'state', string>;
export type FieldName = keyof Fields;

const placeNames = ['city', 'state'] as const;
const names: FieldName[] = ['title', 'price', 'propertyType', 'zipCode', ...placeNames];

export function fieldsOf({ listing, understood }: ReviewItem): Fields {
  return {
    title: listing.title,
    price: String(understood.price ?? listing.price ?? ''),
    propertyType: understood.propertyType ?? '',
    zipCode: listing.zipCode ?? '',
    city: listing.city ?? '',
    state: listing.state ?? '',
  };
}

/** What `fields` say otherwise than they did, as the server takes it. City and state go together. */
export function correctionsOf(fields: Fields, before: Fields): Partial<Record<FieldName, string | number>> {
  const isOther = (name: FieldName) => fields[name].trim() !== before[name].trim();
  const hasMoved = placeNames.some(isOther);
  const isSent = (name: FieldName) => isOther(name) || (hasMoved && placeNames.some((part) => part === name));
  return Object.fromEntries(names.filter(isSent).map((name) => [name, valueOf(name, fields[name].trim())]));
}

function valueOf(name: FieldName, text: string): string | number {
  return name === 'price' && /^\$?\s?\d[\d,]*$/.test(text) ? Number(text.replaceAll(/\D/g, '')) : text;
}

/** The field that a refusal of the server is about, null for one that is about none. */
export function fieldOf(refusal: string): FieldName | null {
  const [first = ''] = refusal.split(/[\s:]/);
  if (first === 'place') return 'zipCode';
  return names.find((name) => name === first) ?? null;
}
