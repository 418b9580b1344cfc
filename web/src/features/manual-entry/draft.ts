export const entryFieldNames = ['title', 'price', 'details', 'link', 'imageUrl', 'zipCode', 'city', 'state'] as const;
export type EntryFieldName = (typeof entryFieldNames)[number];
/** A listing as typed; '' for empty fields. */
export type EntryDraft = Record<EntryFieldName, string>;

export const blankDraft: EntryDraft = {
  title: '',
  price: '',
  details: '',
  link: '',
  imageUrl: '',
  zipCode: '',
  city: '',
  state: '',
};

/** The draft in the form that the server accepts: without blank fields. */
export function toEntryBody(draft: EntryDraft): Partial<EntryDraft> {
  const trimmed = Object.entries(draft).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''));
}
